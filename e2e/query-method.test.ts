import { expect, test } from 'vitest'
import { adminPassword, quiet, useConsole } from './harness/index.ts'

const reeve = useConsole({ REEVE_QUERY_METHOD: 'GET' })

test('sends queries by GET if configured, but queries with names or phone numbers by POST', async () => {
  const admin = { username: 'admin', password: adminPassword }
  const page = await reeve.openAs(admin)
  const calls: { method: string; url: string; name: string | undefined }[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/actions/graphql')) return
    const name =
      request.postDataJSON()?.operationName ?? new URL(request.url()).searchParams.get('operationName')
    calls.push({ method: request.method(), url: decodeURIComponent(request.url()), name })
  })
  await page.reload()
  await page
    .getByRole('heading', { name: '平台管理员', level: 1 })
    .or(page.getByRole('main'))
    .first()
    .waitFor()
  await quiet(page)
  const auth = calls.filter(({ name }) => name === 'Auth')
  expect(auth.length).toBeGreaterThan(0)
  expect(auth.map(({ method }) => method)).toEqual(auth.map(() => 'GET'))

  await page.goto('/all-management/account-management?loginId=13800138000&name=%E7%8E%8B')
  await page.getByRole('table').or(page.getByText('没有符合')).first().waitFor()
  await quiet(page)
  const found = calls.filter(({ name }) => name === 'QueryOperator')
  expect(found.length).toBeGreaterThan(0)
  expect(found.map(({ method }) => method)).toEqual(found.map(() => 'POST'))
  expect(calls.filter(({ url }) => /13800138000|王/.test(url))).toEqual([])
  expect(reeve.server.output()).not.toContain('operationName')
})
