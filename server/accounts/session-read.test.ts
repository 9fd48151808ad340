import { expect, test } from 'vitest'
import { useApp } from '../testing/use-app.ts'

const app = useApp()

test('a query for the signed-in user runs only one SQL statement, which includes the token check', async () => {
  const person = await app.person()
  const read = () => app.graphql(person.access_token, '{ auth { id name } }')
  await read()
  const before = app.statements()
  const { body } = await read()
  expect(body.data.auth).toEqual({ id: person.id, name: expect.any(String) })
  expect(app.statements() - before).toBe(1)
})
