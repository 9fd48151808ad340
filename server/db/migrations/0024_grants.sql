-- The applications that the user has signed in to with this browser session, by `client_id`, in the format of
-- the OpenID provider.
alter table session add column authorizations jsonb not null default '{}';

-- Consents to third-party applications. A consent is requested once and is valid until it is withdrawn.
-- `tenant_id` is the remembered organization. For the personal organization, it is the account's own id.
create table consent (
  account_id uuid not null,
  application_id uuid not null references application on delete cascade,
  scopes text[] not null default '{}',
  tenant_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, application_id)
);
create index consent_application on consent (application_id);

-- A sign-in to an application. When the sign-in ends, all codes and tokens that were issued for it become
-- invalid.
create table sign_in_grant (
  id uuid primary key,
  account_id uuid not null,
  application_id uuid not null references application on delete cascade,
  session_id uuid not null,
  tenant_id uuid,
  scopes text[] not null,
  resources jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_grant_account on sign_in_grant (account_id, application_id);
create index sign_in_grant_application on sign_in_grant (application_id);
create index sign_in_grant_expires on sign_in_grant (expires_at);

-- Authorization codes, refresh tokens, pushed authorization requests, and sign-ins in progress. The issued
-- values are random, and only their hashes are stored.
create table issued (
  kind text not null,
  hash bytea not null,
  grant_id uuid references sign_in_grant on delete cascade,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, hash)
);
create index issued_grant on issued (grant_id) where grant_id is not null;
create index issued_expires on issued (expires_at);
