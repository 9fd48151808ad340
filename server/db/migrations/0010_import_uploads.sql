-- Uploaded files of imports, stored for a day between preview and import. `wrong` contains the invalid rows
-- that the preview or the import found, as [row, {column: [message, params]}]. `applied_at` is set in the
-- transaction of the import.
create table import_upload (
  account_id uuid not null,
  id uuid not null,
  list text not null,
  input jsonb not null,
  content bytea not null,
  wrong jsonb not null,
  result jsonb,
  applied_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index import_upload_created on import_upload (created_at);
