import { createHash } from 'node:crypto'
import { json, listen } from '../http-server.ts'

interface Person {
  name: string
  mobile?: string
  enterprise_email?: string
  status?: { is_frozen?: boolean; is_resigned?: boolean; is_exited?: boolean }
}

/**
 * Responds like the API of Feishu for an application of one's own company:
 * https://open.feishu.cn/document/authentication-management/access-token/get-user-access-token
 */
export async function startFeishu() {
  const settings = {
    ...{ appId: 'cli_app', appSecret: 'secret-of-the-feishu-application' },
    people: new Map<string, Person>(),
    /** Union id of the person who signs in; null if the person refuses. */
    visitor: 'on_1' as string | null,
    readsMembers: true,
  }
  const codes = new Map<string, { unionId: string; challenge: string; redirectUri: string }>()
  const userTokens = new Map<string, string>()
  const appTokens = new Set<string>()
  let count = 0

  const server = await listen(({ url: path, body, headers }, response) => {
    const url = new URL(path, 'http://feishu')
    const query = (name: string) => url.searchParams.get(name) ?? ''
    const sent = body ? JSON.parse(body) : {}
    const token = String(headers.authorization).replace('Bearer ', '')

    if (url.pathname === '/open-apis/authen/v1/authorize') {
      const back = new URL(query('redirect_uri'))
      const { visitor } = settings
      if (visitor === null) {
        back.search = new URLSearchParams({ error: 'access_denied', state: query('state') }).toString()
      } else {
        const code = `code-${++count}`
        codes.set(code, {
          ...{ unionId: visitor, challenge: query('code_challenge'), redirectUri: back.href },
        })
        back.search = new URLSearchParams({ code, state: query('state') }).toString()
      }
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/open-apis/authen/v2/oauth/token') {
      const refuse = (code: number, description: string) =>
        json(response, { code, error: 'invalid_grant', error_description: description }, 400)
      if (sent.client_id !== settings.appId) return refuse(20_048, 'The specified app does not exist.')
      if (sent.client_secret !== settings.appSecret) return refuse(20_002, 'The client secret is invalid.')
      const grant = codes.get(sent.code)
      codes.delete(sent.code)
      if (!grant || grant.redirectUri !== sent.redirect_uri)
        return refuse(20_003, 'The authorization code is not found.')
      const challenge = createHash('sha256').update(sent.code_verifier).digest('base64url')
      if (challenge !== grant.challenge) return refuse(20_049, 'PKCE code challenge failed.')
      const issued = `user-${++count}`
      userTokens.set(issued, grant.unionId)
      return json(response, { code: 0, access_token: issued, expires_in: 7_200, token_type: 'Bearer' })
    }
    if (url.pathname === '/open-apis/authen/v1/user_info') {
      const unionId = userTokens.get(token)
      if (!unionId)
        return json(response, { code: 20_005, msg: 'The user access token passed is invalid.' }, 401)
      const { status: _status, ...person } = settings.people.get(unionId) ?? { name: '未知' }
      return json(response, {
        code: 0,
        msg: 'success',
        data: { union_id: unionId, open_id: 'ou_1', ...person },
      })
    }
    if (url.pathname === '/open-apis/auth/v3/tenant_access_token/internal') {
      if (sent.app_id !== settings.appId) return json(response, { code: 10_003, msg: 'invalid param' })
      if (sent.app_secret !== settings.appSecret)
        return json(response, { code: 10_014, msg: 'app secret invalid' })
      const issued = `tenant-${++count}`
      appTokens.add(issued)
      return json(response, { code: 0, msg: 'ok', tenant_access_token: issued, expire: 7_200 })
    }
    const [, unionId] = /^\/open-apis\/contact\/v3\/users\/([\w-]+)$/.exec(url.pathname) ?? []
    if (unionId) {
      if (!appTokens.has(token))
        return json(response, { code: 99_991_663, msg: 'Invalid access token for authorization.' }, 400)
      if (!settings.readsMembers) return json(response, { code: 99_991_672, msg: 'Access denied.' }, 400)
      const person = settings.people.get(unionId)
      if (!person) return json(response, { code: 99_992_351, msg: 'not a valid id' }, 400)
      const user = { union_id: unionId, name: person.name, status: { is_activated: true, ...person.status } }
      return json(response, { code: 0, msg: 'success', data: { user } })
    }
    return json(response, { code: 404, msg: 'no such path' }, 404)
  })
  return Object.assign(server, {
    settings,
    issuer: `http://${server.host}`,
    dropTokens: () => appTokens.clear(),
  })
}
