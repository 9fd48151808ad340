-- Searching by a part of a phone, E.164; as migration 5 without the extension: the same queries, without an index.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index account_phone_search on account using gin (mobile_phone gin_trgm_ops);
    create index tenant_phone_search on tenant using gin (contact_mobile_phone gin_trgm_ops) where not personal;
  end if;
end $$;
