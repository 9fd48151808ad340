-- Search functions, described in docs/decisions/011-search.md. This function converts a text to one case and
-- width.
create function search_text(value text) returns text language sql immutable strict parallel safe as
  $$ select lower(normalize(value, NFKC)) $$;

-- Returns a LIKE pattern that matches texts containing the value. Escapes `%`, `_` and `\`.
create function search_like(value text) returns text language sql immutable strict parallel safe as
  $$ select '%' || regexp_replace(value, '([%_\\])', '\\\1', 'g') || '%' $$;

-- Returns the letters of a text with a mark around each letter, so that even one or two letters form a
-- trigram of three characters. For example, 张伟 becomes ª张ª伟ª. ASCII characters other than letters become a
-- line feed. Results of `search_text` never contain the mark. The function is not strict, so that PostgreSQL
-- can inline it.
create function search_letters(value text) returns text language sql immutable parallel safe as
  $$ select 'ª' || array_to_string(string_to_array(
    regexp_replace(value, '[\n -@\[-`{-~]+', chr(10), 'g'), null), 'ª') || 'ª' $$;

-- Returns a name with its full pinyin and its initials, on separate lines. If the pinyin is missing, returns
-- only the name. The function calls no function of this schema, because it is used in index expressions, in
-- which such calls are impossible.
create function search_name(name text, pinyin text) returns text language sql immutable parallel safe as
  $$ select lower(normalize(name, NFKC)) || coalesce(chr(10) || pinyin, '') $$;

-- Selects about one of every 128 rows by a hash of the id. The number of matches is estimated from these
-- rows, because an index of them is smaller by the same factor.
create function search_sampled(id text) returns boolean language sql immutable strict parallel safe as
  $$ select hashtext(id) & 127 = 0 $$;

-- Returns the searchable text of a device. Line feeds prevent matches across columns.
create function device_words(id text, name text, contact_name text, contact_mobile_phone text) returns text
  language sql immutable parallel safe as
  $$ select id || chr(10) || name || chr(10) || coalesce(contact_name, '') || chr(10) || coalesce(contact_mobile_phone, '') $$;
-- The searchable text converted to one width. Null if the conversion does not change the text, which is the
-- usual case. The column is stored, because a search would otherwise spend most of its time on converting the
-- text of candidate rows.
alter table device add column folded text generated always as (nullif(
  normalize(device_words(id, name, contact_name, contact_mobile_phone), NFKC),
  device_words(id, name, contact_name, contact_mobile_phone))) stored;

drop index if exists account_search, account_phone_search, tenant_search, tenant_phone_search, member_search,
  device_search, tenant_application_search;
drop function search_form, search_pattern;

-- The pinyin of a name, in full and as initials, written by server/core/search/pinyin.ts. Null until the
-- program has written it.
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
    -- Indexes the words, their letters, and a phone number.
    made.words := made.words || ' gin_trgm_ops, search_letters(' || made.words || ') gin_trgm_ops'
      || coalesce(', ' || made.phone || ' gin_trgm_ops', '');
    execute format('create index %1$s_search on %1$s using gin (%2$s) %3$s',
      made.tab, made.words, 'where ' || made.condition);
    execute format('create index %1$s_search_sample on %1$s using gin (%2$s) where %3$s',
      made.tab, made.words, concat_ws(' and ', made.condition, 'search_sampled(' || made.id || '::text)'));
  end loop;
end $$;
