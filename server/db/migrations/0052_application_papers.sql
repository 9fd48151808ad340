-- Licences and other papers that are handed in with an application. content is null where it is kept in object storage, tenant_id
-- until an application names the paper. expires_at: null while the latest application that names it waits; what has expired is
-- there for nobody any more, and deleted within the hour.
create table tenant_application_paper (
  id uuid primary key,
  account_id uuid,
  tenant_id uuid,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  bytes integer not null,
  content bytea,
  thumbnail bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz
)
-- A page is what travels at once to another database: of rows as large as these no more than a few.
with (fillfactor = 10);
-- Packed already.
alter table tenant_application_paper
  alter column content set storage external,
  alter column thumbnail set storage external;
create index tenant_application_paper_account on tenant_application_paper (account_id);
create index tenant_application_paper_tenant on tenant_application_paper (tenant_id) where tenant_id is not null;
create index tenant_application_paper_expires on tenant_application_paper (expires_at) where expires_at is not null;

-- In the order in which they were handed in. Some of them may be deleted by now.
alter table tenant_application add column paper_ids uuid[] not null default '{}';
