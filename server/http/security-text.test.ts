import { expect, it } from 'vitest'
import { send, startEdge } from '../testing/edge.ts'

it('serves security.txt only if a security contact is configured', async () => {
  await using edge = await startEdge({ REEVE_SECURITY_CONTACT: 'mailto:security@example.com' })
  const { status, headers, body } = await send(`${edge.url}/.well-known/security.txt`)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:security@example.com',
    Canonical: `${edge.url}/.well-known/security.txt`,
  })
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
  expect([days > 30, days < 365]).toEqual([true, true])
  await using silent = await startEdge()
  expect((await send(`${silent.url}/.well-known/security.txt`)).status).toBe(404)
})
