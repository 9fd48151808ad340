-- Index for finding a passkey id across all accounts, because a passkey that belongs to another account is
-- refused.
create index factor_credential_id on factor (credential_id) where credential_id is not null;
