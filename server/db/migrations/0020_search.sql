-- Searching, explained in docs/decisions/011-search.md. Letters of one case and width.
create function search_text(value text) returns text language sql immutable strict parallel safe as
  $$ select lower(normalize(value, NFKC)) $$;

-- The pattern of LIKE for a part of a text: `%`, `_` and `\` in it are letters.
create function search_like(value text) returns text language sql immutable strict parallel safe as
  $$ select '%' || regexp_replace(value, '([%_\\])', '\\\1', 'g') || '%' $$;

-- The letters of a text with a mark around each, so that one or two of them have the three characters of a trigram: 张伟 is
-- ª张ª伟ª. What ASCII has besides letters is one line feed. The mark is a letter that no text of search_text has.
-- Not strict, so that PostgreSQL writes it out where it is called.
create function search_letters(value text) returns text language sql immutable parallel safe as
  $$ select 'ª' || array_to_string(string_to_array(
    regexp_replace(value, '[\n -@\[-`{-~]+', chr(10), 'g'), null), 'ª') || 'ª' $$;

-- A name with its pinyin, in full and in initials, on lines of their own; null where it is not written yet. It
-- calls no function of its own schema, which an index is not made with.
create function search_name(name text, pinyin text) returns text language sql immutable parallel safe as
  $$ select lower(normalize(name, NFKC)) || coalesce(chr(10) || pinyin, '') $$;

-- One row of 128, by its id: how many rows match is told from them, and their indexes are as much smaller.
create function search_sampled(id text) returns boolean language sql immutable strict parallel safe as
  $$ select hashtext(id) & 127 = 0 $$;

-- What a device is found by. The line feeds keep a match within one of the columns.
create function device_words(id text, name text, contact_name text, contact_mobile_phone text) returns text
  language sql immutable parallel safe as
  $$ select id || chr(10) || name || chr(10) || coalesce(contact_name, '') || chr(10) || coalesce(contact_mobile_phone, '') $$;
-- The same in one width, only where that is something else, which is rare: to make it anew for each row that is tested
-- costs more than all the rest of the test.
alter table device add column folded text generated always as (nullif(
  normalize(device_words(id, name, contact_name, contact_mobile_phone), NFKC),
  device_words(id, name, contact_name, contact_mobile_phone))) stored;

drop index if exists account_search, account_phone_search, tenant_search, tenant_phone_search, member_search,
  device_search, tenant_application_search;
drop function search_form, search_pattern;

-- A name in pinyin, in full and in initials, as server/core/search/pinyin.ts writes it; null: not yet.
alter table account add column pinyin text;
alter table tenant add column pinyin text;
alter table tenant_application add column pinyin text;
alter table member add column pinyin text;
create index account_unspelled on account (id) where pinyin is null;
create index tenant_unspelled on tenant (id) where pinyin is null and not personal;
create index tenant_application_unspelled on tenant_application (id) where pinyin is null;
create index member_unspelled on member (account_id) where pinyin is null and display_name is not null;

do $$
declare
  device constant text := 'lower(coalesce(folded, device_words(id, name, contact_name, contact_mobile_phone)))';
  name constant text := 'search_name(name, pinyin)';
  made record;
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then return; end if;
  for made in select * from (values
    ('device', device, null, 'id', null),
    ('account', name, 'mobile_phone', 'id', null),
    ('tenant', name, 'contact_mobile_phone', 'id', 'not personal'),
    ('tenant_application', name, null, 'id', null),
    ('member', 'search_name(display_name, pinyin)', null, 'account_id', null)
  ) as given (tab, words, phone, id, condition)
  loop
    -- The words themselves, their letters, a phone.
    made.words := made.words || ' gin_trgm_ops, search_letters(' || made.words || ') gin_trgm_ops'
      || coalesce(', ' || made.phone || ' gin_trgm_ops', '');
    execute format('create index %1$s_search on %1$s using gin (%2$s) %3$s',
      made.tab, made.words, 'where ' || made.condition);
    execute format('create index %1$s_search_sample on %1$s using gin (%2$s) where %3$s',
      made.tab, made.words, concat_ws(' and ', made.condition, 'search_sampled(' || made.id || '::text)'));
  end loop;
end $$;
