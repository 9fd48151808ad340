-- A passkey belongs to one account: a new one is looked for by its id among those of all accounts.
create index factor_credential_id on factor (credential_id) where credential_id is not null;
