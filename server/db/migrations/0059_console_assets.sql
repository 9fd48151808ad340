-- Files of console builds, compressed with gzip. The name of each file contains a hash of its content. Every
-- server publishes the files of its build. During an upgrade, each server can therefore send the files of
-- both releases.
create table console_asset (
  name text primary key,
  content bytea not null,
  seen_at timestamptz not null default now()
);
alter table console_asset alter column content set storage external;
