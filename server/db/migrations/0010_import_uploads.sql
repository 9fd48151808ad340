-- A file that somebody is about to import: kept for a day between its preview and its import.
-- wrong: the rows that cannot be imported, [row, {column: [message, params]}], as the preview or the import found them.
-- applied_at is set by the very transaction that imports it.
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
