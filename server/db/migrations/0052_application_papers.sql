-- Licenses and other documents of organization requests. `content` is null if the content is in object
-- storage. `tenant_id` is null until a request uses the document. `expires_at` is null while the latest
-- request with the document is pending. Nobody can read an expired document, and it is deleted within an
-- hour.
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
-- `reeve move` reads several database pages at once. These rows are large, so each page must contain only a
-- few of them.
with (fillfactor = 10);
-- PostgreSQL does not try to compress the files, because images and PDF documents are already compressed.
alter table tenant_application_paper
  alter column content set storage external,
  alter column thumbnail set storage external;
create index tenant_application_paper_account on tenant_application_paper (account_id);
create index tenant_application_paper_tenant on tenant_application_paper (tenant_id) where tenant_id is not null;
create index tenant_application_paper_expires on tenant_application_paper (expires_at) where expires_at is not null;

-- Ids of the documents in the order in which they were submitted. Some of these documents may have been
-- deleted.
alter table tenant_application add column paper_ids uuid[] not null default '{}';
