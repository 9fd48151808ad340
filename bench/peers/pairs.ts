import pg from 'pg'
import { required } from '../../contract/required.ts'
import { signIn } from '../drive/caller.ts'
import type { Call } from '../drive/case.ts'
import { consoleDocument } from '../drive/documents.ts'
import type { Facts } from '../drive/facts.ts'
import { type Asked, accounts, devices } from '../drive/lists.ts'
import { password, type Target } from '../drive/reeve.ts'
import type { Stage } from '../drive/stage.ts'
import { rareName } from '../fill/draw.ts'
import { call } from '../measure.ts'

export const peerNames = ['PostGraphile 5', 'Better Auth'] as const
export type PeerName = (typeof peerNames)[number]

/** The same question to both. */
export interface Question {
  case: string
  peer: PeerName
  own(stage: Stage): Call
  other(peer: Target, facts: Facts): Promise<Call>
}

const asking =
  ({ document, variables }: Pick<Asked, 'document' | 'variables'>) =>
  ({ admin, facts }: Stage): Call => {
    const given = variables(facts)
    return () => admin.ask(document, given)
  }

/** The columns that the console's list shows. */
const nodes = `totalCount nodes { tenantId rowId name status contactName contactMobilePhone businessMan specification
  customerName versionMap producedAt expiredAt createdAt }`

function postgraphile(name: string, own: Asked, args: (facts: Facts) => string): Question {
  return {
    case: name,
    peer: 'PostGraphile 5',
    own: asking(own),
    async other({ url }, facts) {
      const body = JSON.stringify({ query: `{ allDevices(${args(facts)}) { ${nodes} } }` })
      return async () => {
        const answer = await call(`${url}/graphql`, 'application/json', body)
        if (answer.includes('"errors"')) throw new Error(answer.slice(0, 300))
      }
    },
  }
}

const newest = 'first: 20, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]'

/** E-mail address of the administrator there. */
const email = 'admin@example.org'

async function session(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Better Auth refused the sign-in: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function reading(name: string, own: Question['own'], path: string): Question {
  return {
    case: name,
    peer: 'Better Auth',
    own,
    async other({ url }) {
      const cookie = await session(url)
      return async () => {
        const answer = await fetch(`${url}/api/auth/${path}`, { headers: { cookie } })
        const text = await answer.text()
        if (!answer.ok || text === 'null') throw new Error(`${path} answered ${answer.status}: ${text}`)
      }
    },
  }
}

const users = 'admin/list-users?limit=20&offset=0'
const auth = {
  document: consoleDocument('web/lib/session/account.ts', 'Auth'),
  variables: () => ({}),
}

export const questions: Question[] = [
  postgraphile('devices', devices('list', ''), () => newest),
  postgraphile(
    'devices of one organization',
    devices('list', '', ({ large }) => ({ tenantId: large })),
    ({ large }) => `${newest}, condition: { tenantId: "${large}" }`,
  ),
  postgraphile(
    'devices by status',
    devices('list', '', { statusSet: ['SUSPENDED'] }),
    () => `${newest}, condition: { status: "SUSPENDED" }`,
  ),
  reading('accounts', asking(accounts('list', '')), `${users}&sortBy=createdAt&sortDirection=desc`),
  reading(
    'accounts by name',
    asking(accounts('list', '', { sorts: [{ field: 'NAME', order: 'ASC' }] })),
    `${users}&sortBy=name&sortDirection=asc`,
  ),
  reading(
    'accounts: rare, three Han',
    asking(accounts('search', '', { name: rareName })),
    `${users}&searchField=name&searchOperator=contains&searchValue=${encodeURIComponent(rareName)}`,
  ),
  reading('session', asking(auth), 'get-session'),
  {
    case: 'sign-in',
    peer: 'Better Auth',
    own:
      ({ server, facts: { logins } }) =>
      (caller) =>
        signIn(server.url, required(logins[caller], 'item of logins')),
    other:
      async ({ url }) =>
      () =>
        session(url),
  },
]

/** Before they start: a schema for Better Auth's tables, a name that PostGraphile has no other use for. Then: the same accounts. */
export async function prepare(url: string, step: 'schema' | 'accounts'): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    if (step === 'schema') {
      await db.query(
        `create schema if not exists better_auth; comment on table device_connection is '@name device_visit'`,
      )
      return
    }
    await db.query(`set search_path = better_auth, public`)
    await db.query(`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", role)
      select id, name, case when admin then '${email}' else coalesce(email, id || '@example.net') end, true, created_at,
        modified_at, case when admin then 'admin' else 'user' end
      from public.account`)
    await db.query(`insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
      select id, id, 'credential', id, password_hash, created_at, modified_at from public.account`)
    await db.query('analyze')
  } finally {
    await db.end()
  }
}
