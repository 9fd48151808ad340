-- impersonal: identity_source id key kind name icon position enabled client_id client_secret issuer agent_id scopes first_sign_in tenant_ids account_tenant_id account_roles account_auth_codes trust_factor failures failing_since problem_code problem created_at
-- impersonal: linked_identity id source_id
-- impersonal: broker_sign_in id source_id expires_at
-- A provider of identities that people can sign in with.
-- key: name in URLs.
-- client_secret: encrypted with the key "sources" in secret_key, bound to the id.
-- issuer: of an OpenID provider; otherwise the origin of a private installation, or null for the public service.
-- agent_id: the application in WeCom.
-- tenant_ids: organizations whose members can use the source; empty for everyone.
-- account_tenant_id, account_roles, account_auth_codes: organization and permissions of created accounts.
-- trust_factor: whether a second factor that the provider reports replaces Reeve's own.
-- failures: failed checks and sign-ins in a row because of the provider or the settings.
create table identity_source (
  id uuid primary key,
  key text not null unique,
  kind text not null check (kind in ('OIDC', 'WECOM', 'DINGTALK', 'FEISHU')),
  name text not null,
  icon text,
  position integer not null,
  enabled boolean not null default true,
  client_id text not null,
  client_secret bytea not null,
  issuer text,
  agent_id text,
  scopes text[] not null default '{}',
  first_sign_in text not null default 'PHONE' check (first_sign_in in ('PHONE', 'SIGN_IN', 'CREATE')),
  tenant_ids uuid[] not null default '{}',
  account_tenant_id uuid,
  account_roles text[] not null default '{}',
  account_auth_codes text[] not null default '{}',
  trust_factor boolean not null default false,
  failures integer not null default 0,
  failing_since timestamptz,
  problem_code text,
  problem text,
  creator_id uuid not null,
  created_at timestamptz not null default now()
);

-- An identity at a provider with which an account can sign in.
-- fingerprint: hash of the provider's phone number, to notice that the identity was given to another person.
-- refresh_token: encrypted; set if the provider issued one. It shows whether the person still has access there.
-- checked_at: last time when the provider confirmed the identity.
create table linked_identity (
  id uuid primary key,
  source_id uuid not null references identity_source on delete cascade,
  subject text not null,
  account_id uuid not null,
  name text,
  fingerprint bytea,
  refresh_token bytea,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  checked_at timestamptz not null default now(),
  unique (source_id, subject)
);
create index linked_identity_account on linked_identity (account_id);

-- A sign-in at a provider that has begun.
-- id: hash of the state. cookie_hash: the browser in which it began. ticket_hash: set when the provider has answered.
-- secrets: encrypted nonce and PKCE verifier, then the identity.
-- account_id, session_id: the session that links the identity; null for a sign-in.
-- redirect: path of the console to continue at.
create table broker_sign_in (
  id bytea primary key,
  source_id uuid not null references identity_source on delete cascade,
  cookie_hash bytea not null,
  ticket_hash bytea unique,
  secrets bytea not null,
  account_id uuid,
  session_id uuid,
  redirect text,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index broker_sign_in_expires on broker_sign_in (expires_at);
create index broker_sign_in_account on broker_sign_in (account_id);

-- The identity and the source through which the session was opened.
alter table session
  add column identity_id uuid,
  add column identity_source_id uuid;
create index session_identity on session (identity_id) where identity_id is not null;
create index session_identity_source on session (identity_source_id, created_at) where identity_source_id is not null;
-- The identity with which a sign-in began that continues with a second factor.
alter table factor_challenge add column identity_id uuid;
