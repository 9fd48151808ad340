-- Finds old messages.
create index message_created on message (created_at);
