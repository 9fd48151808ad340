-- Icons of applications as small PNG images, identified by their SHA-256. `created_at` is the time when an
-- icon was last uploaded or used. An unused icon is deleted after a day.
create table application_icon (
  hash text primary key,
  content bytea not null,
  created_at timestamptz not null default now()
);
-- PostgreSQL does not try to compress the icons, because PNG images are already compressed.
alter table application_icon alter column content set storage external;

alter table application
  add column icon text,
  add column policy_uri text,
  add column tos_uri text;
