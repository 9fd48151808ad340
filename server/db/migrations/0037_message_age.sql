-- Index for finding old messages to delete.
create index message_created on message (created_at);
