-- When somebody else last set the phone or password of the account, or made it. null: nobody.
-- When the account was given the permission to remove second factors of others. null: before this column, or by a command.
alter table account add column credentials_at timestamptz, add column security_at timestamptz;
