-- Saved views of lists. A saved view is a named filter that belongs to one account or to an organization.
create table saved_view (
  id uuid primary key,
  account_id uuid,
  tenant_id uuid references tenant on delete cascade,
  list text not null,
  name text not null,
  search jsonb not null,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  check (num_nonnulls(account_id, tenant_id) = 1),
  unique (account_id, list, name),
  unique (tenant_id, list, name)
);
