import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { argon2id } from '../drive/argon2id.ts'
import { bare } from '../drive/bare-clients.ts'
import { password, startReeve } from '../drive/reeve.ts'
import type { Cluster } from '../fill/cluster.ts'
import { id, type Step } from '../fill/draw.ts'
import { accounts } from '../fill/organizations.ts'
import { amounts, type Size, sizeName } from '../fill/sizes.ts'
import { figure } from '../measure.ts'

/** As the ones of the server are written; each application has the one with its number. */
export const secretOf = (number: number) => `rv_${`${number}`.padStart(43, '0')}`
/** Applications that people sign in to have odd numbers, programs even ones. */
export const isProgram = (number: number) => number % 2 === 0

const batch = 1_000_000

/** So many grants, each with a refresh token that nobody uses; a tenth as many accounts and applications. */
function steps(size: Size): Step[] {
  const { accounts: applications } = amounts(size)
  const program = 'n % 2 = 0'
  const lasts = `now() + interval '60 days' + n * interval '1 ms'`
  const signedIn = `1 + n % ${applications}`
  return [
    {
      what: 'applications',
      table: 'application',
      rows: applications,
      columns: {
        id: id('application', 'n'),
        kind: `case when ${program} then 'SERVICE' else 'SERVER' end`,
        name: `'Portal ' || n`,
        first_party: `not (${program})`,
        redirect_uris: `case when ${program} then '{}' else '{${bare.redirectUri}}' end::text[]`,
        scopes: `case when ${program} then '{}' else '{openid,profile,offline_access}' end::text[]`,
      },
    },
    {
      what: 'secrets',
      table: 'application_secret',
      rows: applications,
      columns: {
        application_id: id('application', 'n'),
        id: id('secret', 'n'),
        hash: `sha256(convert_to('rv_' || lpad(n::text, 43, '0'), 'UTF8'))`,
        hint: `right(n::text, 4)`,
      },
    },
    {
      what: 'grants',
      table: 'sign_in_grant',
      rows: size,
      columns: {
        id: id('grant', 'n'),
        account_id: id('account', signedIn),
        application_id: id('application', `1 + n * 7 % ${applications}`),
        session_id: id('session', 'n'),
        scopes: `'{openid,profile,offline_access}'::text[]`,
        resources: `'{}'::jsonb`,
        expires_at: lasts,
      },
    },
    {
      what: 'refresh tokens',
      table: 'issued',
      rows: size,
      columns: {
        kind: `'RefreshToken'`,
        hash: `sha256(convert_to('refresh ' || n, 'UTF8'))`,
        grant_id: id('grant', 'n'),
        payload: `jsonb_build_object('kind', 'RefreshToken', 'scope', 'openid profile offline_access',
          'grantId', ${id('grant', 'n')}, 'accountId', ${id('account', signedIn)}, 'gty', 'authorization_code',
          'clientId', ${id('application', `1 + n * 7 % ${applications}`)}, 'rotations', n % 40, 'iiat', 1790000000)`,
        expires_at: lasts,
      },
    },
  ]
}

/** The database of a size, filled where it is not there yet. Its name. */
export async function ensureFilled(cluster: Cluster, size: Size): Promise<string> {
  const name = `openid_${sizeName(size).toLowerCase()}`
  const url = cluster.urlOf(name)
  const { rows } = await cluster.query(
    `select shobj_description(oid, 'pg_database') as filled from pg_database where datname = $1`,
    [name],
  )
  if (rows[0]?.filled) return name
  const began = performance.now()
  await cluster.query(`drop database if exists ${name}`)
  await cluster.query(`create database ${name}`)
  // The first start makes the tables.
  await (await startReeve(url)).stop()
  const db = new pg.Client({
    connectionString: url,
    // Rows of which each refers to one that is there: no need to look for each.
    options: '-c session_replication_role=replica -c synchronous_commit=off',
  })
  await db.connect()
  try {
    const given = { size, adminId: '', now: new Date().toISOString(), hash: await hash(password, argon2id) }
    for (const { table, rows, columns, where = 'true' } of [...accounts(given), ...steps(size)]) {
      for (let from = 1; from <= rows; from += batch)
        await db.query(`insert into ${table} (${Object.keys(columns).join()}) select ${Object.values(columns).join()}
          from generate_series(${from}::bigint, ${Math.min(rows, from + batch - 1)}::bigint) as n where ${where}`)
    }
    await db.query('vacuum (analyze)')
  } finally {
    await db.end()
  }
  await cluster.query(`comment on database ${name} is 'filled'`)
  console.log(`${name}: filled in ${figure((performance.now() - began) / 1000)} s`)
  return name
}

/** Applications of each kind for so many callers, spread over all of them: their ids and numbers. */
export async function chooseApplications(url: string, size: Size, callers: number) {
  const count = amounts(size).accounts
  const some = Array.from({ length: callers }, (_, caller) => 1 + Math.floor((caller * count) / callers))
  const db = new pg.Client(url)
  await db.connect()
  try {
    const { rows } = await db.query(
      `select n::int as number, ${id('application', 'n')} as id from unnest($1::bigint[]) as n`,
      [some.flatMap((number) => [number - 1 + (number % 2), number + (number % 2)])],
    )
    const clients = rows.map(({ number, id }: { number: number; id: string }) => ({
      ...{ id, secret: secretOf(number), program: isProgram(number) },
    }))
    const { rows: people } = await db.query(
      `select username from account where enabled and password_hash is not null and not admin order by created_at limit $1`,
      [callers],
    )
    return {
      servers: clients.filter(({ program }) => !program),
      programs: clients.filter(({ program }) => program),
      usernames: people.map(({ username }: { username: string }) => username),
    }
  } finally {
    await db.end()
  }
}
