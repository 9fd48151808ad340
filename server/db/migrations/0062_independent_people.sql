-- `credentials_at`: when another person created the account or last set its phone number or password; null if
-- nobody did. `security_at`: when the account received the permission to remove second factors of others;
-- null if it received the permission before this column existed or through a command.
alter table account add column credentials_at timestamptz, add column security_at timestamptz;
