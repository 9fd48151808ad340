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

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index device_search on device using gin (
      lower(coalesce(folded, device_words(id, name, contact_name, contact_mobile_phone))) gin_trgm_ops,
      search_letters(lower(coalesce(folded, device_words(id, name, contact_name, contact_mobile_phone)))) gin_trgm_ops);
    create index device_search_sample on device using gin (
      lower(coalesce(folded, device_words(id, name, contact_name, contact_mobile_phone))) gin_trgm_ops,
      search_letters(lower(coalesce(folded, device_words(id, name, contact_name, contact_mobile_phone)))) gin_trgm_ops)
      where search_sampled(id);

    create index account_search on account using gin (search_text(name) gin_trgm_ops,
      search_letters(search_text(name)) gin_trgm_ops, mobile_phone gin_trgm_ops);
    create index account_search_sample on account using gin (search_text(name) gin_trgm_ops,
      search_letters(search_text(name)) gin_trgm_ops, mobile_phone gin_trgm_ops) where search_sampled(id::text);

    create index tenant_search on tenant using gin (search_text(name) gin_trgm_ops,
      search_letters(search_text(name)) gin_trgm_ops, contact_mobile_phone gin_trgm_ops) where not personal;
    create index tenant_search_sample on tenant using gin (search_text(name) gin_trgm_ops,
      search_letters(search_text(name)) gin_trgm_ops, contact_mobile_phone gin_trgm_ops)
      where not personal and search_sampled(id::text);

    create index tenant_application_search on tenant_application using gin (search_text(name) gin_trgm_ops,
      search_letters(search_text(name)) gin_trgm_ops);
    create index tenant_application_search_sample on tenant_application using gin (search_text(name) gin_trgm_ops,
      search_letters(search_text(name)) gin_trgm_ops) where search_sampled(id::text);

    create index member_search on member using gin (search_text(display_name) gin_trgm_ops,
      search_letters(search_text(display_name)) gin_trgm_ops) where display_name is not null;
  end if;
end $$;
