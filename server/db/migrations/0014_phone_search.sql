-- Index for searching by a part of a phone number (E.164). Without the extension `pg_trgm`, the same queries
-- run without an index, as in migration 5.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index account_phone_search on account using gin (mobile_phone gin_trgm_ops);
    create index tenant_phone_search on tenant using gin (contact_mobile_phone gin_trgm_ops) where not personal;
  end if;
end $$;
