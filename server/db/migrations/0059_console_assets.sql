-- Files of the console's builds, gzipped, by their names with a hash of the content. Every server publishes those of its
-- build, so that during an upgrade each server can send the files of the other release.
create table console_asset (
  name text primary key,
  content bytea not null,
  seen_at timestamptz not null default now()
);
alter table console_asset alter column content set storage external;
