import { describe, expect, it } from 'vitest'
import { postJson, send, startEdge } from './testing.ts'

describe('the table of paths', () => {
  it('answers on every path', async () => {
    await using edge = await startEdge()
    const gets = ['/healthz', '/readyz', '/metrics', '/config.json', '/', '/login', '/assets/app-1a2b.js']
    for (const path of gets) expect([path, (await send(edge.url + path)).status]).toEqual([path, 200])
    expect((await postJson(`${edge.url}/RegisterCode`, {})).json()).toEqual({
      expiresIn: 300,
      resendAfter: 60,
    })
    expect((await postJson(`${edge.url}/CheckLoginId`, {})).json()).toEqual({ available: true })
    const created = await postJson(`${edge.url}/Register`, {})
    expect([created.status, created.json()]).toEqual([201, { id: '0197' }])
    const reset = await postJson(`${edge.url}/ResetPassword`, {})
    expect([reset.status, reset.body]).toEqual([204, ''])
    expect((await send(`${edge.url}/realms/reeve/.well-known/openid-configuration`)).json()).toEqual({
      issuer: edge.url,
    })
    const graphql = `${edge.url}/api/services/backend/actions/graphql`
    expect((await postJson(graphql, { query: '{a}' })).json()).toEqual({ data: { heard: { query: '{a}' } } })
    expect((await send(`${graphql}?query={a}`)).json()).toEqual({ data: { heard: { query: '{a}' } } })
  })
})
