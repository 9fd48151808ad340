-- The versions of the terms and of the privacy policy that an account has accepted, and the time of
-- acceptance.
create table agreement (
  account_id uuid not null,
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  given_at timestamptz not null default now(),
  primary key (account_id, document, version)
);
