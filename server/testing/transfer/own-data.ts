import { expect } from 'vitest'
import type { Person, TestApp, Tokens } from '../app.ts'
import { ask } from '../organizations.ts'

/** Returns functions that request and download data exports of an account. */
export const dataExportsOf = (app: TestApp) => {
  const asked = '{ auth { dataExport { id status format size expireDateTime } } }'
  const request = (format = 'JSON') =>
    `mutation { requestDataExport(format: ${format}, timeZone: "Asia/Shanghai") { id status } }`
  const statusOf = async (person: Person) => (await ask(app, person, asked)).dataExport?.status

  return {
    asked,
    request,
    statusOf,

    fetchFile: (person: Pick<Tokens, 'access_token'>, id: string) =>
      fetch(`${app.url}/api/data-export/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.access_token}` },
      }),

    /** Requests an export, waits until it can be downloaded and returns its id. */
    async ready(person: Person, format?: string): Promise<string> {
      const { id } = await ask(app, person, request(format))
      await expect.poll(() => statusOf(person)).toBe('READY')
      return id
    },

    partsOf: ({ id }: { id: string }) =>
      app.db.query.selectFrom('data_export_part').selectAll().where('account_id', '=', id).execute(),
  }
}
