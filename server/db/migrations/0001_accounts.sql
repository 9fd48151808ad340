-- Accounts. The personal organization of an account is a row of "tenant" with the same id.
create table account (
  id uuid primary key,
  name text not null,
  admin boolean not null default false,
  username text,
  first_name text,
  last_name text,
  mobile_phone text,
  email text,
  email_verified boolean not null default false,
  enabled boolean not null default true,
  auth_codes text[] not null default '{}',
  password_hash text,
  password_changed_at timestamptz,
  password_change_required boolean not null default false,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create index account_created on account (created_at desc, id desc);

-- Values that must be unique across all accounts. The value is part of the primary key, so that its
-- uniqueness can be enforced even if the table is distributed over several nodes. `mobile_phone` is in E.164
-- format. `username` and `email` are in lower case.
create table account_claim (
  kind text not null check (kind in ('mobile_phone', 'username', 'email')),
  value text not null,
  account_id uuid not null,
  primary key (kind, value)
);
create index account_claim_account on account_claim (account_id);

-- Sessions. The refresh token of generation n is derived from `refresh_secret` and n, so refresh tokens are
-- not stored.
create table session (
  account_id uuid not null,
  id uuid not null,
  refresh_secret bytea not null,
  generation integer not null default 0,
  rotated_at timestamptz not null default now(),
  ip text,
  network text,
  user_agent text,
  authenticated_at timestamptz not null default now(),
  last_access_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (account_id, id)
);
create index session_live on session (account_id, id desc) where ended_at is null;
create index session_created on session (created_at);

-- Browsers that have signed in to an account before. `token_hash` is the hash of a cookie.
create table known_device (
  account_id uuid not null,
  token_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, token_hash)
);

-- The newest verification code for each phone number or email address and purpose.
create table verification_code (
  target text not null,
  purpose text not null check (purpose in ('any', 'login', 'register', 'reset', 'bind')),
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (target, purpose)
);

-- Attempts per caller and time window. `key` is a hash. `locks` is the number of consecutive times that the
-- limit was reached. Each lock lasts longer than the previous one.
create table rate_limit (
  key text primary key,
  count integer not null,
  reset_at timestamptz not null,
  locks integer not null default 0
);
create index rate_limit_reset on rate_limit (reset_at);

-- Keys that are created at the first start. For kind 'signing', the key is a private JWK whose `kid` is the
-- id. `retired_at` is the time when a newer key replaced this one. A retired key still verifies its own
-- signatures.
create table secret_key (
  id text primary key,
  kind text not null,
  value jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
