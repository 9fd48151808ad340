-- Progress of forwarding the audit log: the position of the last forwarded event ('events') and the number of
-- the last forwarded seal ('seals'). One server forwards at a time.
create table audit_sending (
  name text primary key,
  sent bigint not null,
  -- The lease of the server that forwards the audit log. After `lease_until`, another server takes over and
  -- continues after the last recorded position, so it may forward some events twice.
  lease_id uuid,
  lease_until timestamptz not null default '-infinity',
  due_at timestamptz not null default '-infinity',
  failures integer not null default 0
);
