// npm run bench:import [devices to export]: 20,000 devices of which 300 are wrong come from a file (preview, import, the
// failure file mended), then a list of 200,000 goes into files. On both databases: seconds, and the most memory that the
// server's process had meanwhile, in MB. The embedded database is part of that process.

import { zipSync } from 'fflate'
import { first, last, required } from '../contract/required.ts'
import { adminPassword, type Server, startServer } from '../e2e/harness/server.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { cellsOf } from '../server/testing/transfer/files.ts'
import { mediaTypes } from '../server/transfer/file.ts'
import { deviceRow as row, workbook } from './drive/workbook.ts'
import { figure, machine, post, printTable, residentMemory } from './measure.ts'

const size = 20_000
const wrong = 300
const listed = Number(process.argv[2] ?? 200_000)
/** 150 KB that unpack to so many rows without a cell. */
const emptyRows = (rows: number): Buffer => {
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="x" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="sheet.xml"/></Relationships>',
    'xl/sheet.xml': `<worksheet><sheetData>${'<row r="1"></row>'.repeat(rows)}</sheetData></worksheet>`,
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, Buffer.from(xml)]))),
  )
}

const results: (string | number)[][] = []

/** Runs it and notes its time and the server's most memory. */
async function measured<T>(server: Server, kind: string, what: string, run: () => Promise<T>): Promise<T> {
  const before = residentMemory(server.pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentMemory(server.pid))
  }, 20)
  const start = performance.now()
  const result = await run()
  const seconds = (performance.now() - start) / 1_000
  clearInterval(timer)
  results.push([kind, what, figure(seconds, 1), figure(before), figure(most)])
  return result
}

async function measure(kind: string, server: Server): Promise<void> {
  const form = { client_id: 'web', grant_type: 'password', username: 'admin', password: adminPassword }
  let token = ''
  const renew = async () => {
    const answer = await post(
      `${server.url}/realms/reeve/protocol/openid-connect/token`,
      new URLSearchParams(form),
    )
    token = String(answer.access_token)
  }
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(server.url + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en', ...init.headers } as HeadersInit,
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const json = { 'content-type': 'application/json' }
  const lastLine = async (response: Response) => {
    const line = JSON.parse(last((await response.text()).trim().split('\n'), 'text'))
    if (!line.result) throw new Error(JSON.stringify(line))
    return line.result
  }
  const upload = async (content: Buffer) =>
    lastLine(
      await call('/api/import/devices', {
        method: 'POST',
        headers: { 'content-type': mediaTypes.xlsx },
        body: new Uint8Array(content),
      }),
    )
  const apply = async (id: string) =>
    lastLine(
      await call(`/api/import/devices/${id}`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ wrong: 'skip' }),
      }),
    )
  const ask = async (query: string) => {
    const response = await call('/api/services/backend/actions/graphql', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ query }),
    })
    const { data, errors } = (await response.json()) as {
      data: Record<string, { id: string }>
      errors?: unknown
    }
    if (errors) throw new Error(JSON.stringify(errors))
    return first(Object.values(data), 'data')
  }

  await renew()
  const { id: ownerId } = await ask('{ auth { id } }')
  await ask(
    `mutation { createTenant(name: "Bench", areaIds: ["330106"], contact: { name: "Li", mobilePhone: "13800138000" }, ownerId: "${ownerId}", uploadAudit: false, internal: true) { id } }`,
  )

  const rows = Array.from({ length: size }, (_, number) => row(number, 'SN'))
  const step = Math.floor(size / wrong)
  for (let index = 0; index < wrong; index += 1) {
    const bad = required(rows[index * step], 'item of rows')
    if (index % 3 === 0) bad[4] = '12'
    else if (index % 3 === 1) bad[2] = 'No such organization'
    else bad[1] = ''
  }
  const content = await workbook(rows)
  const preview = await measured(server, kind, 'preview', () => upload(content))
  expectCounts(preview, { created: size - wrong, wrong })
  expectCounts(await measured(server, kind, 'import', () => apply(preview.id)), {
    created: size - wrong,
    wrong,
  })
  const failures = await measured(server, kind, 'failure file', async () =>
    cellsOf(new Uint8Array(await (await call(`/api/import/devices/${preview.id}/failures`)).arrayBuffer())),
  )
  const failed = failures.slice(1).map(([id]) => String(id))
  const expected = rows
    .filter((_, index) => index % step === 0 && index / step < wrong)
    .map(([id]) => String(id))
  if (String(failed) !== String(expected)) throw new Error('the failure file has other rows')
  const mended = await workbook(failed.map((id) => row(Number(id.slice(3)), 'SN')))
  const again = await measured(server, kind, 'mended, preview', () => upload(mended))
  expectCounts(await measured(server, kind, 'mended, import', () => apply(again.id)), {
    created: wrong,
    wrong: 0,
  })

  const lag = async () => {
    const figures = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(figures)?.[1]) * 1_000
  }
  await lag() // each look begins a new count
  await measured(server, kind, 'hostile sheet, refused', async () => {
    const response = await fetch(`${server.url}/api/import/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': mediaTypes.xlsx },
      body: new Uint8Array(emptyRows(2_200_000)),
    })
    if (response.status !== 400) throw new Error(`the hostile sheet was answered with ${response.status}`)
  })
  last(results, 'results').push(`others waited ${figure(await lag())} ms at most`)

  for (let start = 0; start < listed - size; start += 40_000) {
    const more = Array.from({ length: Math.min(40_000, listed - size - start) }, (_, number) =>
      row(start + number, 'MORE'),
    )
    await apply((await upload(await workbook(more))).id)
  }
  for (const format of ['csv', 'xlsx']) {
    await renew()
    const bytes = await measured(server, kind, `export of ${listed}, ${format}`, async () => {
      const response = await call('/api/export/devices', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ format }),
      })
      let length = 0
      for await (const chunk of required(response.body, 'body')) length += chunk.length
      return length
    })
    last(results, 'results').push(`${figure(bytes / 1e6, 1)} MB`)
  }
}

function expectCounts(counts: Record<string, number>, expected: Record<string, number>): void {
  for (const [name, value] of Object.entries(expected))
    if (counts[name] !== value) throw new Error(`${name} is ${counts[name]}, not ${value}`)
}

console.log(machine())
const embedded = await startServer()
try {
  await measure('embedded', embedded)
} finally {
  await embedded.stop()
}
const postgres = await startPostgres()
try {
  const server = await startServer({ REEVE_DATABASE_URL: postgres.url })
  try {
    await measure('postgres', server)
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
}
printTable(['database', 'what', 'seconds', 'MB before', 'MB at most', ''], results)
