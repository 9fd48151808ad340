-- Second factors of accounts. `totp` is an authenticator app (RFC 6238): `secret` is encrypted with the key
-- 'factors', and `last_step` is the time step of the newest used code. `passkey` is a WebAuthn credential:
-- `counter` is the signature counter of the newest assertion.
create table factor (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  secret bytea,
  last_step bigint,
  credential_id text,
  public_key bytea,
  counter bigint,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (account_id, id),
  check (kind <> 'totp' or secret is not null),
  check (kind <> 'passkey' or credential_id is not null and public_key is not null and counter is not null)
);
create unique index factor_credential on factor (account_id, credential_id);

-- Recovery codes. Each code can be used once instead of a second factor, and is then deleted.
create table recovery_code (
  account_id uuid not null,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- Sign-ins that wait for a second factor, and factors that are being set up. `id` is the SHA-256 of the token
-- that the client holds. `method` is the first factor (RFC 8176). `credentials_of` is the value of the
-- account's `password_changed_at` when the challenge was created. `account_id` is null if a passkey will
-- identify the account. `secret` is the encrypted TOTP secret during the setup.
create table factor_challenge (
  id bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'set_up', 'confirm')),
  account_id uuid,
  method text,
  credentials_of timestamptz,
  secret bytea,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index factor_challenge_expires on factor_challenge (expires_at);
create index factor_challenge_account on factor_challenge (account_id);

-- The authentication methods of the session (RFC 8176), or null if the session is older than this column.
alter table session add column amr text[];
