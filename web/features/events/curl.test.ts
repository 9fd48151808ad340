import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

test('the curl command quotes characters that the shell would otherwise interpret', () => {
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
