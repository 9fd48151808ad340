-- Organization requests as they were submitted. Reviewers decide on them, and the next request of the
-- organization is compared with the previous one. If the organization is deleted, its requests remain without
-- the contact.
create table tenant_application (
  tenant_id uuid not null,
  id uuid not null,
  -- Sequence number within the organization. The first request has the number 1.
  number integer not null,
  applicant_id uuid not null,
  status text not null default 'PREPARE' check (status in ('PREPARE', 'FINISH', 'REJECT', 'WITHDRAWN')),
  name text not null,
  areas jsonb not null,
  address text,
  contact_name text,
  contact_mobile_phone text,
  contact_email text,
  reference text,
  submitted_at timestamptz not null default now(),
  decided_at timestamptz,
  decider_id uuid,
  reject text,
  primary key (tenant_id, id)
);
create unique index tenant_application_open on tenant_application (tenant_id) where status = 'PREPARE';
create index tenant_application_id on tenant_application (id);
create index tenant_application_waiting on tenant_application (submitted_at, id) where status = 'PREPARE';
create index tenant_application_decided on tenant_application (status, decided_at desc, id desc) where status <> 'PREPARE';
create index tenant_application_submitted on tenant_application (submitted_at desc, id desc);
create index tenant_application_applicant on tenant_application (applicant_id, submitted_at desc, id desc);

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index tenant_application_search on tenant_application using gin (search_form(name) gin_trgm_ops);
  end if;
end $$;

-- Creates a request for each existing organization. `decider_id` is taken from the audit log.
insert into tenant_application (tenant_id, id, number, applicant_id, status, name, areas, address, contact_name,
  contact_mobile_phone, contact_email, reference, submitted_at, decided_at, decider_id, reject)
select tenant.id, gen_random_uuid(), 1, coalesce(tenant.creator_id, tenant.owner_id),
  case when tenant.status in ('FINISH', 'EXPIRED') then 'FINISH' else tenant.status end,
  tenant.name, tenant.areas, tenant.address, tenant.contact_name, tenant.contact_mobile_phone, tenant.contact_email,
  tenant.reference, coalesce(applied.date_time, tenant.created_at),
  case when tenant.status <> 'PREPARE' then coalesce(decided.date_time, tenant.modified_at) end,
  case when tenant.status <> 'PREPARE' then decided.actor_id end, tenant.reject
from tenant
left join lateral (
  select max(date_time) as date_time from audit_event
  where tenant_id = tenant.id and success and action in ('PrepareTenant', 'RePrepareTenant')
) applied on true
left join lateral (
  select date_time, actor_id from audit_event
  where tenant_id = tenant.id and success and action in ('ConfirmTenant', 'RejectTenant')
  order by date_time desc limit 1
) decided on true
where not tenant.personal and (tenant.status in ('PREPARE', 'REJECT') or decided.date_time is not null);
