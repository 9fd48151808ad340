-- By which old messages are found.
create index message_created on message (created_at);
