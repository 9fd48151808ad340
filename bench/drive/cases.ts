import { first, required } from '../../contract/required.ts'
import { call } from '../measure.ts'
import { refresh, signIn } from './caller.ts'
import type { Case } from './case.ts'
import { consoleDocument } from './documents.ts'
import { type Asked, lists } from './lists.ts'
import { searches } from './searches.ts'
import { deviceRow, workbook } from './workbook.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const imported = 20_000

interface Page {
  count?: number
  next?: string | null
  data?: unknown[]
}

function asking({ name, kind, document, variables, found, next }: Asked): Case {
  return {
    name,
    kind,
    limit: { kind: 'sql' },
    async begin({ admin, facts }) {
      const given = variables(facts)
      const [page] = Object.values(await admin.ask(document, given)) as [Page]
      if (found && !page.data?.length) throw new Error('The page is empty.')
      const filled = Object.hasOwn(facts.counts, name) && facts.counts[name as keyof typeof facts.counts]
      if (filled && page.count !== filled) throw new Error(`It counts ${page.count} rows of ${filled}.`)
      const asked = next ? { ...given, after: page.next } : given
      return () => admin.ask(document, asked)
    },
  }
}

const auth: Case = {
  name: 'auth',
  kind: 'token',
  limit: { kind: 'sql' },
  async begin({ admin }) {
    const document = consoleDocument('web/lib/session/account.ts', 'Auth')
    return () => admin.ask(document, {})
  },
}

const refreshing: Case = {
  name: 'refresh',
  kind: 'token',
  limit: { kind: 'oidc-provider' },
  async begin({ server: { url }, facts: { logins } }) {
    const chains = await Promise.all(
      logins.slice(0, 8).map(async (login) => (await signIn(url, login)).refresh_token),
    )
    return async (caller) => {
      chains[caller] = (await refresh(url, required(chains[caller], 'item of chains'))).refresh_token
    }
  },
}

const signingIn: Case = {
  name: 'sign-in',
  kind: 'token',
  limit: { kind: 'argon2id' },
  begin:
    async ({ server: { url }, facts: { logins } }) =>
    (caller) =>
      signIn(url, logins[8 + caller] ?? required(logins[caller], 'item of logins')),
}

/** Beside the UPDATE of its one row, of eight, so that callers seldom wait for each other. */
const saving: Case = {
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
      const { id, name } = required(devices[caller], 'item of devices')
      return admin.ask(document, { id, name: `${name} ${++number}`, create: false })
    }
  },
}

/** Beside one INSERT of as many rows. */
const importing: Case = {
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
  async begin({ server: { url }, admin, facts: { smallName } }) {
    return async () => {
      const prefix = `I${Date.now().toString(36).toUpperCase()}`
      const rows = Array.from({ length: imported }, (_, number) => deviceRow(number, prefix, smallName))
      const preview = last(
        await call(`${url}/api/import/devices`, xlsx, await workbook(rows), 200, admin.headers()),
      )
      const path = `/api/import/devices/${preview.id}`
      const done = last(await call(url + path, 'application/json', '{"wrong":"skip"}', 200, admin.headers()))
      if (done.created !== imported) throw new Error(`It made ${done.created} devices of ${imported}.`)
    }
  },
}

function last(lines: string): Record<string, unknown> {
  const line = JSON.parse(required(lines.trim().split('\n').at(-1), 'item of lines'))
  if (!line.result) throw new Error(JSON.stringify(line))
  return line.result
}

/** All that is measured, in the order in which each round goes through it. */
export const cases: Case[] = [
  ...lists.map(asking),
  ...searches.map(asking),
  saving,
  auth,
  refreshing,
  signingIn,
  importing,
]
