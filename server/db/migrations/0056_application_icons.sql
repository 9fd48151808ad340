-- What people know an application by, a small PNG by the SHA-256 of it, and where they read what it does with what it learns.
-- created_at: when it was last sent or named; what no application names after a day is deleted.
create table application_icon (
  hash text primary key,
  content bytea not null,
  created_at timestamptz not null default now()
);
-- Packed already.
alter table application_icon alter column content set storage external;

alter table application
  add column icon text,
  add column policy_uri text,
  add column tos_uri text;
