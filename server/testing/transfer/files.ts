import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Counts, Preview, Progress } from '../../../contract/import.ts'
import { required } from '../../../contract/required.ts'
import type { Cell } from '../../core/list-export.ts'
import { zoneOffset } from '../../core/time/zone.ts'
import { mediaTypes } from '../../transfer/file.ts'
import { readBook } from '../../transfer/reading/book.ts'
import { shownOf } from '../../transfer/reading/sheet-cell.ts'
import { writeXlsx } from '../../transfer/xlsx-writer.ts'
import type { TestApp } from '../app.ts'

type Caller = { access_token: string }

/** Returns a workbook like those that users fill in. */
export const workbook = (titles: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  buffer(
    Readable.from(
      writeXlsx(
        [{ name: 'x', titles, widths: titles.map(() => 12), pages: [rows] }],
        zoneOffset('Asia/Shanghai'),
      ),
      { objectMode: false },
    ),
  )

/** Returns the displayed text of all cells on the active sheet of a workbook. */
export const cellsOf = async (content: Uint8Array): Promise<(string | undefined)[][]> =>
  readBook(content).map(({ cells }) => Array.from(cells, (cell) => cell && shownOf(cell)))

export interface Line extends Partial<Progress> {
  result?: Preview & Counts
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of it is what it is about
  problem?: any
}

/** Returns the progress lines of a response. If the request was refused, the response has a single line. */
async function linesOf(response: Response): Promise<Line[]> {
  const text = await response.text()
  if (response.status !== 200) return [{ problem: JSON.parse(text) }]
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Returns functions that send the requests of an import as the console does. */
export function importer(app: Pick<TestApp, 'url'>, list: string, query: Record<string, string> = {}) {
  const call = (path: string, who: Caller, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${app.url}/api/import/${list}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${who.access_token}`,
        'accept-language': 'en-US',
        ...init.headers,
      },
    })
  const search = new URLSearchParams({ timeZone: 'Asia/Shanghai', ...query })

  return {
    call,
    upload: async (who: Caller, content: Buffer, type: string = mediaTypes.xlsx): Promise<Line[]> =>
      linesOf(
        await call(`?${search}`, who, {
          method: 'POST',
          headers: { 'content-type': type },
          body: new Uint8Array(content),
        }),
      ),
    apply: async (who: Caller, id: string, wrong: 'skip' | 'refuse' = 'skip'): Promise<Line[]> =>
      linesOf(
        await call(`/${id}`, who, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ wrong }),
        }),
      ),
    async failures(who: Caller, id: string): Promise<(string | undefined)[][]> {
      const response = await call(`/${id}/failures`, who)
      if (response.status !== 200) throw new Error(await response.text())
      return cellsOf(new Uint8Array(await response.arrayBuffer()))
    },
  }
}

export const last = (lines: readonly Line[]): Line => required(lines.at(-1), 'item of lines')
