-- A passkey that an account already has is refused: the id is looked up over all accounts.
create index factor_credential_id on factor (credential_id) where credential_id is not null;
