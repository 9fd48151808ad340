import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoPassword, type Look, tokensOf, useConsole } from './harness/index.ts'
import { organizationOf, signInOf } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const { owner, name, plain } = organizationOf('FINISH')

const admin = { username: 'admin', password: demoPassword }

/** The first field's value of a query by the administrator. */
// biome-ignore lint/suspicious/noExplicitAny: what a test reads of it is what it is about
async function asked(query: string, variables = {}): Promise<any> {
  const { access_token } = await tokensOf(reeve.server, admin)
  const answer = await fetch(`${reeve.server.url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await answer.json()) as { data: object; errors?: unknown }
  expect(errors).toBeUndefined()
  return Object.values(data)[0]
}

/** The members of the organization that its owner runs. */
async function openMembers(search = '', look: Look = {}): Promise<Page> {
  const page = await reeve.openAs(signInOf(owner), '/accountInfo/index', look)
  const { data } = await asked('query q($q: String) { queryTenant(q: $q) { data { id name } } }', { q: name })
  await page.evaluate(
    (tenant) => {
      for (const storage of [localStorage, sessionStorage]) {
        storage.setItem('tenantId', tenant.id)
        storage.setItem('tenantName', tenant.name)
      }
    },
    data[0] as { id: string; name: string },
  )
  await page.goto(`/organizational-management/member-management${search}`)
  return page
}

/** The text of the file that pressing `item` saves, and its name. */
async function saved(page: Page, item: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('the members that the filters leave are saved as a file', async () => {
  const page = await openMembers('?identity=manager')
  const csv = await saved(page, 'CSV')
  expect(csv.name).toMatch(/^成员-\d{12}\.csv$/)
  expect(csv.text).toContain(',管理员,')
  expect(csv.text).not.toContain(plain[0]!.name)
  await page.getByText('已导出').waitFor()
})
