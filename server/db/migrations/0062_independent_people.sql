-- credentials_at: when another person last set the phone or password of the account or created it; null if
-- nobody did. security_at: when the account received the permission to remove second factors of others; null
-- if it received the permission before the column existed or by a command.
alter table account add column credentials_at timestamptz, add column security_at timestamptz;
