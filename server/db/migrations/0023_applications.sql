-- Applications that sign people in (OAuth clients). `tenant_id` is the organization of a service account, and
-- null for an application of the platform. `tenant_ids` lists the organizations whose members can use the
-- application. An empty list means that everyone can use it. Deleted organizations therefore remain in the
-- list, because an empty list would open the application to everyone.
create table application (
  id uuid primary key,
  tenant_id uuid,
  kind text not null check (kind in ('SERVER', 'SINGLE_PAGE', 'NATIVE', 'DEVICE', 'SERVICE')),
  name text not null,
  first_party boolean not null default false,
  enabled boolean not null default true,
  redirect_uris text[] not null default '{}',
  post_logout_redirect_uris text[] not null default '{}',
  backchannel_logout_uri text,
  origins text[] not null default '{}',
  scopes text[] not null default '{}',
  resources text[] not null default '{}',
  jwks jsonb,
  tenant_ids uuid[] not null default '{}',
  created_at timestamptz not null default now()
);
create index application_created on application (created_at desc, id desc) where tenant_id is null;
create index application_tenant on application (tenant_id) where tenant_id is not null;
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index application_search on application using gin (
      lower(normalize(name, NFKC)) gin_trgm_ops, search_letters(lower(normalize(name, NFKC))) gin_trgm_ops)
      where tenant_id is null;
    create index application_search_sample on application using gin (
      lower(normalize(name, NFKC)) gin_trgm_ops, search_letters(lower(normalize(name, NFKC))) gin_trgm_ops)
      where tenant_id is null and search_sampled(id::text);
  end if;
end $$;
select count_rows('application', 'application', $$case when tenant_id is null then 'PLATFORM' end$$);

-- Secrets, at most two per application. A secret has 256 random bits, so its hash needs neither salt nor a
-- slow algorithm.
create table application_secret (
  application_id uuid not null references application on delete cascade,
  id uuid not null,
  hash bytea not null,
  hint text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  ends_at timestamptz,
  primary key (application_id, id)
);

insert into auth_code (code, scope, position, label_zh, label_en, description_zh, description_en)
  values ('application_management', 'PLATFORM', 4, '应用管理', 'Applications', '登记和管理接入平台的应用', 'Register and manage the applications that sign in here');
