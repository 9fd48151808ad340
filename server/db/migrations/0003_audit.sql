-- Audit log of changes and sign-ins. `tenant_id` is the organization. For the personal organization, it is
-- the account's id. For events without an owner, such as a sign-in with an unknown name, it is all zeros.
create table audit_event (
  tenant_id uuid not null,
  id uuid not null,
  date_time timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id text,
  ip text,
  success boolean not null,
  changes jsonb not null default '{}',
  primary key (tenant_id, id)
);
create index audit_event_time on audit_event (date_time desc, id desc);
create index audit_event_tenant on audit_event (tenant_id, date_time desc, id desc);
create index audit_event_actor on audit_event (actor_id, date_time desc, id desc);
create index audit_event_target on audit_event (target_id, date_time desc, id desc);
