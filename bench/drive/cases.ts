import { first, last, required } from '../../contract/required.ts'
import { assertOk, post } from '../../scripts/lib/caller.ts'
import { applicationCases } from './applications.ts'
import { refreshTokens, signInAs } from './caller.ts'
import type { Case } from './case.ts'
import { consoleDocument } from './documents.ts'
import { type ListQuery, lists } from './lists.ts'
import { searches } from './searches.ts'
import { deviceRow, workbook, xlsxType } from './workbook.ts'

const imported = 20_000

function listCase({ name, kind, document, variables, hasRows, next }: ListQuery): Case {
  return {
    name,
    kind,
    limit: { kind: 'sql' },
    async begin({ admin, facts }) {
      const values = variables(facts)
      const page = await admin.ask(document, values)
      if (hasRows && !page.data?.length) throw new Error('The page is empty.')
      const total = new Map(Object.entries(facts.counts)).get(name)
      if (total && page.count !== total) throw new Error(`The list counts ${page.count} rows, not ${total}.`)
      const params = next ? { ...values, after: page.next } : values
      return () => admin.ask(document, params)
    },
  }
}

const authCase: Case = {
  name: 'auth',
  kind: 'token',
  limit: { kind: 'sql' },
  async begin({ admin }) {
    const document = consoleDocument('web/lib/session/auth.ts', 'Auth')
    return () => admin.ask(document)
  },
}

const refreshCase: Case = {
  name: 'refresh',
  kind: 'token',
  limit: { kind: 'oidc-provider', operation: 'refresh' },
  async begin({ server: { url }, facts: { logins } }) {
    const signedIn = await Promise.all(logins.slice(0, 8).map((login) => signInAs(url, login)))
    const tokens = signedIn.map(({ refresh_token }) => refresh_token)
    return async (caller) => {
      tokens[caller] = (await refreshTokens(url, required(tokens[caller], 'refresh token'))).refresh_token
    }
  },
}

const signInCase: Case = {
  name: 'sign-in',
  kind: 'token',
  limit: { kind: 'argon2id' },
  begin:
    async ({ server: { url }, facts: { logins } }) =>
    (caller) =>
      signInAs(url, logins[8 + caller] ?? required(logins[caller], 'login')),
}

/** The baseline updates one of eight rows, so that callers seldom wait for a row lock. */
const saveCase: Case = {
  name: 'save a device',
  kind: 'write',
  limit: {
    kind: 'sql',
    statements: ({ devices, small }) => [
      {
        text: `update device set name = $1, modified_at = now() where tenant_id = $2
          and id = (select ($3::text[])[1 + floor(random() * 8)::int])`,
        params: [first(devices, 'devices').name, small, `{${devices.map(({ id }) => id).join()}}`],
      },
    ],
  },
  async begin({ admin, facts: { devices } }) {
    const document = consoleDocument('web/features/devices/mutations.ts', 'SaveDeviceByPalgo')
    let number = 0
    return (caller) => {
      const { id, name } = required(devices[caller], 'device')
      return admin.ask(document, { id, name: `${name} ${++number}`, create: false })
    }
  },
}

/** The baseline inserts the same number of rows with one statement and then rolls back. */
const importCase: Case = {
  name: 'import 20,000 devices',
  kind: 'write',
  heavy: true,
  limit: {
    kind: 'sql',
    statements: ({ small }) => [
      { text: 'begin', params: [] },
      {
        text: `insert into device (tenant_id, id, name, status)
          select $1::uuid, 'BARE-' || n, 'Pump station ' || n, 'PRODUCED' from generate_series(1, ${imported}) as n`,
        params: [small],
      },
      { text: 'rollback', params: [] },
    ],
  },
  begin:
    async ({ server: { url }, admin, facts: { smallName } }) =>
    async () => {
      const send = async (path: string, type: string, body: string | Buffer) => {
        // The last line of the response contains the result.
        const answer = await assertOk(post(url + path, type, body, admin.headers()))
        const line =
          typeof answer === 'string' ? JSON.parse(last(answer.trim().split('\n'), 'lines')) : answer
        if (!line.result) throw new Error(JSON.stringify(line))
        return line.result
      }
      const prefix = `I${Date.now().toString(36).toUpperCase()}`
      const rows = Array.from({ length: imported }, (_, number) => deviceRow(number, prefix, smallName))
      const { id } = await send('/api/import/devices', xlsxType, await workbook(rows))
      const { created } = await send(`/api/import/devices/${id}`, 'application/json', '{"wrong":"skip"}')
      if (created !== imported) throw new Error(`The import created ${created} devices, not ${imported}.`)
    },
}

/** All cases, in the order in which a round measures them. */
export const cases: Case[] = [
  ...lists.map(listCase),
  ...searches.map(listCase),
  saveCase,
  authCase,
  refreshCase,
  signInCase,
  ...applicationCases,
  importCase,
]
