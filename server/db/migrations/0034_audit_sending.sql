-- Up to where the record ('events', by position) and its seals ('seals', by number) were sent elsewhere. One node sends.
create table audit_sending (
  name text primary key,
  sent bigint not null,
  -- Whose turn it is until then; another node takes over what that one does not write down.
  lease_id uuid,
  lease_until timestamptz not null default '-infinity',
  due_at timestamptz not null default '-infinity',
  failures integer not null default 0
);
