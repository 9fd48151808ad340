-- Programs that let people in with their account here (clients, in the words of OAuth). tenant_id: the organization of a
-- service account; none for an application of the platform. tenant_ids: whose members may use it; empty: everyone. An
-- organization that is deleted stays in the list: without it the application would be everyone's.
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

-- Two of an application at most. A secret is 256 random bits: its hash needs no salt and no work.
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
