-- The last position of the audit log ('events') and the last number of its seals ('seals') that have been
-- forwarded. One server forwards at a time.
create table audit_sending (
  name text primary key,
  sent bigint not null,
  -- The lease of the server that forwards the audit log. After `lease_until`, another server takes over and
  -- forwards again what was not recorded as sent.
  lease_id uuid,
  lease_until timestamptz not null default '-infinity',
  due_at timestamptz not null default '-infinity',
  failures integer not null default 0
);
