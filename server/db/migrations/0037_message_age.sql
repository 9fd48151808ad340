-- Finds messages to delete by their age.
create index message_created on message (created_at);
