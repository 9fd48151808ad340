import { expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { newId } from '../../core/id.ts'
import { useIdentity } from '../../testing/identity.ts'
import { insertSource } from '../sources/store.ts'

// Limits of the endpoints that anybody can call.

const server = useIdentity()

test('limits how often one network can begin a sign-in', async () => {
  await server.db.transaction((tx) =>
    insertSource(tx, {
      ...{ id: newId(), key: 'feishu', kind: 'FEISHU', name: '飞书', position: 1, creator_id: newId() },
      ...{ client_id: 'cli', clientSecret: 'hidden' },
    }),
  )
  const begin = (ip: string, accept = 'application/json') =>
    fetch(`${server.issuer}/broker/feishu/login`, {
      redirect: 'manual',
      headers: { accept, 'x-test-ip': ip },
    })
  for (let count = 0; count < limits.begun.perNetwork; count += 1)
    expect((await begin('198.51.100.1')).status).toBe(200)
  const refused = await begin('198.51.100.1')
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ error: 'slow_down' }),
  ])
  const page = await begin('198.51.100.1', 'text/html')
  expect(page.headers.get('location')).toBe(`${server.url}/login#broker_error=unavailable&source=feishu`)
  expect((await begin('198.51.100.2')).status).toBe(200)
  const rows = await server.db.query.selectFrom('broker_sign_in').select('id').execute()
  expect(rows.length).toBe(limits.begun.perNetwork + 1)
})
