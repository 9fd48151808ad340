import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

test('quotes characters in the curl command that a shell would interpret', () => {
  const line = curlOf("https://a.example/?q='$(id)`", {
    headers: ['webhook-id: 1'],
    body: '{"name":"O\'Hara"}',
  })
  expect(line).toBe(
    String.raw`curl 'https://a.example/?q='\''$(id)${'`'}' \
  -H 'webhook-id: 1' \
  --data-raw '{"name":"O'\''Hara"}'`,
  )
})
