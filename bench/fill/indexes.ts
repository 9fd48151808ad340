import type { Pool } from 'pg'

interface Index {
  drop: string
  make: string
  refers: boolean
}

/**
 * Drops the keys and indexes of these tables, and the foreign keys that reference them, because filling is
 * several times faster without them. Returns the statements that create them again. Run `indexes` before
 * `references`. Within `indexes`, primary and unique keys come first, because creating them locks the table.
 */
export async function dropIndexes(db: Pool, tables: readonly string[]) {
  const { rows } = await db.query<Index>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make,
       contype = 'f' as refers
     from pg_constraint where contype in ('p', 'u') and conrelid = any($1::regclass[])
       or contype = 'f' and confrelid = any($1::regclass[]) and conparentid = 0
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  const [references, indexes] = [rows.filter(({ refers }) => refers), rows.filter(({ refers }) => !refers)]
  for (const { drop } of [...references, ...indexes]) await db.query(drop)
  return { indexes: indexes.map(({ make }) => make), references: references.map(({ make }) => make) }
}
