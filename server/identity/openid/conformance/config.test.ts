import { expect, test } from 'vitest'
import { useConformance } from '../../../testing/conformance.ts'

// Tests the plan oidcc-config-certification-test-plan of the OpenID Foundation's conformance suite.

const provider = useConformance()

test('oidcc-discovery-endpoint-verification: the metadata is complete, its endpoints are on this server, and its keys are public', async () => {
  const { issuer } = provider.server
  const metadata = await provider.metadata()
  expect(metadata).toMatchObject({
    issuer,
    response_types_supported: expect.arrayContaining(['code']),
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
    scopes_supported: expect.arrayContaining(['openid']),
    claims_supported: expect.arrayContaining(['sub', 'iss']),
  })
  for (const name of ['authorization', 'token', 'userinfo', 'end_session'])
    expect(metadata[`${name}_endpoint`]).toMatch(new RegExp(`^${issuer}/`))

  const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as {
    keys: Record<string, string>[]
  }
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
  expect(keys.map(({ kty }) => kty)).toEqual(expect.arrayContaining(['RSA', 'EC']))
  for (const key of keys) {
    expect(key).toMatchObject({ kid: expect.any(String), use: 'sig', alg: expect.any(String) })
    expect(Object.keys(key).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].includes(name))).toEqual(
      [],
    )
  }
})
