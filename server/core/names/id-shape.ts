import { sql } from 'kysely'

/**
 * SQL expression for a device id without ignorable characters, in one width and case. Must be identical to
 * the index expression of migration 57. It uses only built-in functions, because Citus workers have no
 * others.
 */
export const idShape = sql`lower(normalize(regexp_replace(id, ${sql.lit(
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]',
)}, '', 'g'), NFKC))`
