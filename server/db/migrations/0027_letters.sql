-- Replaces the trigrams of single letters with an array of letters and letter pairs. A search for one or two
-- letters then needs no recheck of the rows that the index returns. A recheck would have to compute the
-- letters of each row again. docs/decisions/011-search.md has measurements.
drop index if exists device_search, device_search_sample, account_search, account_search_sample, tenant_search,
  tenant_search_sample, tenant_application_search, tenant_application_search_sample, member_search, member_search_sample,
  application_search, application_search_sample;
drop function search_letters;

-- Returns an array of letters, line feeds and letter pairs. For example, 张伟2 becomes {张, 伟, line feed, 张伟}.
-- ASCII characters other than letters become a line feed, because ids and phone numbers consist mainly of
-- digits. A call takes 40 microseconds, ten times what PostgreSQL assumes by default. The high cost prevents
-- the planner from testing many rows with the function.
create function search_letters(value text) returns text[] language sql immutable parallel safe cost 1000 as
  $$ select letters || array(
      select one || next from unnest(letters, letters[2:]) as pair (one, next) where chr(10) not in (one, next))
    from string_to_array(regexp_replace(value, '[\n -@\[-`{-~]+', chr(10), 'g'), null) as letters $$;

do $$
declare
  device constant text := 'lower(coalesce(folded, device_words(id, name, contact_name, contact_mobile_phone)))';
  name constant text := 'search_name(name, pinyin)';
  made record;
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then return; end if;
  for made in select * from (values
    ('device', device, '(array[tenant_id])', 'id', null),
    ('account', name, 'mobile_phone gin_trgm_ops', 'id', null),
    ('tenant', name, 'contact_mobile_phone gin_trgm_ops', 'id', 'not personal'),
    ('tenant_application', name, null, 'id', null),
    ('member', 'search_name(display_name, pinyin)', null, 'account_id', null),
    ('application', 'lower(normalize(name, NFKC))', null, 'id', 'tenant_id is null')
  ) as given (tab, words, besides, id, condition)
  loop
    -- Indexes the words, their letters, and a phone number. Devices are indexed by organization, regardless
    -- of the frequency of the words.
    made.words := format('%1$s gin_trgm_ops, search_letters(%1$s)', made.words)
      || coalesce(', ' || made.besides, '');
    execute format('create index %1$s_search on %1$s using gin (%2$s) %3$s',
      made.tab, made.words, 'where ' || made.condition);
    execute format('create index %1$s_search_sample on %1$s using gin (%2$s) where %3$s',
      made.tab, made.words, concat_ws(' and ', made.condition, 'search_sampled(' || made.id || '::text)'));
  end loop;
end $$;
