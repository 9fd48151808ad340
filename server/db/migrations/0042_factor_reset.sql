-- Requests to remove all second factors of an account whose owner has lost them. One administrator requests
-- the removal, another confirms the request, and the factors are removed one day later. An account has at
-- most one request. A request that nobody confirms expires.
create table factor_reset (
  account_id uuid primary key,
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmed_at timestamptz,
  check (confirmed_by <> asked_by),
  check ((confirmed_by is null) = (confirmed_at is null))
);
