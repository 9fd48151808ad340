-- A second factor of an account. totp: an authenticator app (RFC 6238); secret is sealed by the key 'factors', last_step is
-- the time step of the newest code that was spent. passkey: WebAuthn; counter is its own, of the newest assertion.
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

-- What lets somebody in without a factor, once: deleted when it is used.
create table recovery_code (
  account_id uuid not null,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- What waits for a factor, or for one to be set up. id: SHA-256 of what its bearer holds.
-- method: how the first factor of a sign-in was given (RFC 8176). credentials_of: when its password was set, then.
-- account_id: null where a passkey is to say whose sign-in it is. secret: of TOTP that is set up, sealed.
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

-- How its user has proved who they are (RFC 8176); null: signed in before this was noted.
alter table session add column amr text[];
