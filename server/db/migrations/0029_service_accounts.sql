-- Of a service account: what it holds in its organization, and who made it; the maker may be gone, the organization not.
alter table application
  add column roles text[] not null default '{}',
  add column auth_codes text[] not null default '{}',
  add column creator_id uuid,
  add foreign key (tenant_id) references tenant on delete cascade;

-- Whose audience a service account's token may have.
create index application_resources on application using gin (resources) where tenant_id is null and kind = 'SERVICE';

-- The program that did it; then there is no actor_id.
alter table audit_event add column application_id uuid;
