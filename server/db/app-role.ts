import type { ClientBase } from 'pg'

/** PostgreSQL role that the server uses in the embedded database. */
const role = 'reeve'

// Privileges protect the audit log, but they do not restrict a superuser. The server therefore uses an
// ordinary role that owns the database, as PostgreSQL recommends. The role also becomes the owner of
// everything that older versions created.
const makeRole = `
create role ${role};
grant pg_checkpoint to ${role};
alter database postgres owner to ${role};
do $$
declare
  statement text;
begin
  for statement in
    select format('alter schema %I owner to ${role}', nspname) from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
    union all
    select format('alter table %s owner to ${role}', c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and deptype in ('a', 'i', 'e') and relkind = 'S')
    union all
    select format('alter routine %s owner to ${role}', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and deptype = 'e')
    union all
    select format('alter type %s owner to ${role}', t.oid::regtype)
    from pg_type t join pg_namespace n on n.oid = typnamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema' and typtype in ('e', 'd')
  loop
    execute statement;
  end loop;
end $$;`

/**
 * Makes the role the session user, so that `set role none` and `reset role` return to this role. After a mere
 * `set role`, they would return to the superuser that opened the session. `set session authorization
 * postgres` still works, because PGlite runs PostgreSQL in single-user mode as that superuser, whose
 * privileges cannot be revoked.
 */
export const takeAppRole = `set session authorization ${role}`

/** Switches the connection to the application role, and creates the role if necessary. */
export async function assumeAppRole(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (!rowCount) await client.query(`begin; ${makeRole} commit`)
  await client.query(takeAppRole)
}
