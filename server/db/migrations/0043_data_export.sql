-- Exports of personal data, at most one per account. An export is requested, created in the background,
-- downloaded once, and deleted after a day. The server with the lease `lease_id` creates or sends the file
-- until `lease_until`. `tries` is the number of attempts to create the file.
create table data_export (
  account_id uuid primary key,
  id uuid not null,
  status text not null check (status in ('WAITING', 'READY', 'FETCHED', 'FAILED')),
  format text not null check (format in ('json', 'xlsx')),
  locale text not null,
  time_zone text not null,
  bytes bigint not null default 0,
  tries integer not null default 0,
  lease_id uuid,
  lease_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index data_export_waiting on data_export (created_at) where status = 'WAITING';
create index data_export_created on data_export (created_at);

-- The content of the export file in parts. Each part is encrypted with the key 'exports'.
create table data_export_part (
  account_id uuid not null,
  number integer not null,
  content bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, number)
);
create index data_export_part_expires on data_export_part (expires_at);
