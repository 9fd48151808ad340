-- Functions for searching by any part of a name. They convert the text to one case and width, and write each
-- character three times, so that a single Chinese character forms a trigram. Queries use the condition
-- search_form(name) like search_pattern(words).
create function search_form(value text) returns text language sql immutable strict parallel safe as
  $$ select regexp_replace(lower(normalize(value, NFKC)), '(.)', '\1\1\1', 'g') $$;
create function search_pattern(words text) returns text language sql immutable strict parallel safe as
  $$ select '%' || regexp_replace(search_form(trim(words)), '([%_\\])', '\\\1', 'g') || '%' $$;

-- The indexes require the extension `pg_trgm`. If the server lacks the extension, the same queries run more
-- slowly.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index account_search on account using gin (search_form(name) gin_trgm_ops);
    create index tenant_search on tenant using gin (search_form(name) gin_trgm_ops) where not personal;
    create index tenant_operator_search on tenant_operator using gin (search_form(display_name) gin_trgm_ops)
      where display_name is not null;
  end if;
end $$;

create index account_name on account (name, id);
create index account_username on account (coalesce(lower(username), ''), id);
-- Index for finding the accounts that receive notifications about organization requests.
create index account_certifier on account (id) where admin or auth_codes && array['certification_audit'];

-- `expiry_notice`: the last expiry notification that the owner received, as days before `expire_at` (30, 7,
-- 1), or 0 after the expiry.
alter table tenant add column expiry_notice integer;
create index tenant_expiring on tenant (expire_at) where expire_at is not null and not personal;
create index tenant_phone on tenant (contact_mobile_phone) where not personal;

-- Invitations. Only the first four characters and a hash of the code are stored. An invitation is valid as
-- long as its creator has the permission to invite.
create table tenant_join_code (
  tenant_id uuid not null,
  id uuid not null,
  hint text not null,
  creator_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  max_uses integer,
  used_count integer not null default 0,
  primary key (tenant_id, id)
);
create index tenant_join_code_creator on tenant_join_code (tenant_id, creator_id);

-- Maps the code of an invitation to its organization, because users enter only the code. `code_hash` is
-- SHA-256.
create table tenant_join_code_claim (
  code_hash bytea primary key,
  tenant_id uuid not null,
  id uuid not null
);

create index tenant_join_code_claim_id on tenant_join_code_claim (id);

-- `join_code_id`: the invitation that the member used to join.
alter table tenant_operator add column join_code_id uuid;
create index tenant_operator_join_code on tenant_operator (tenant_id, join_code_id) where join_code_id is not null;
create index tenant_operator_managers on tenant_operator (tenant_id, joined_at desc, operator_id desc) where manager;
