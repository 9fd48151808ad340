-- Somebody has lost their second factors: one administrator asks for them to be removed, another confirms, and a day after
-- that they go. One at a time for an account; what nobody confirms ends by itself.
create table factor_reset (
  account_id uuid primary key,
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmed_at timestamptz,
  check (confirmed_by <> asked_by),
  check ((confirmed_by is null) = (confirmed_at is null))
);
