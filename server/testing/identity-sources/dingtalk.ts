import { json, listen } from '../http-server.ts'

interface Person {
  nick: string
  mobile?: string
  stateCode?: string
}

/**
 * Responds like the API of DingTalk for an internal application:
 * https://open.dingtalk.com/document/orgapp/obtain-identity-credentials
 */
export async function startDingtalk() {
  const settings = {
    ...{ clientId: 'dingclient', clientSecret: 'secret-of-the-dingtalk-application' },
    people: new Map<string, Person>(),
    employees: new Set<string>(),
    /** Union id of the person who signs in. */
    visitor: 'union-1',
    readsMembers: true,
  }
  const codes = new Map<string, string>()
  const userTokens = new Map<string, string>()
  const appTokens = new Set<string>()
  let count = 0

  const server = await listen(({ url: path, body, headers }, response) => {
    const url = new URL(path, 'http://dingtalk')
    const sent = body ? JSON.parse(body) : {}
    const wrongClient = () =>
      json(response, { code: 'invalidClientIdOrSecret', message: '无效的clientId或者clientSecret' }, 400)

    switch (url.pathname) {
      case '/oauth2/auth': {
        const code = `code-${++count}`
        codes.set(code, settings.visitor)
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        const state = url.searchParams.get('state') ?? ''
        back.search = new URLSearchParams({ authCode: code, state }).toString()
        return response.writeHead(302, { location: back.href }).end()
      }
      case '/v1.0/oauth2/userAccessToken': {
        if (sent.clientId !== settings.clientId || sent.clientSecret !== settings.clientSecret)
          return wrongClient()
        const person = codes.get(sent.code)
        codes.delete(sent.code)
        if (!person || sent.grantType !== 'authorization_code')
          return json(response, { code: 'invalidParameter.authCode.notFound', message: 'no such code' }, 400)
        const token = `user-${++count}`
        userTokens.set(token, person)
        return json(response, {
          accessToken: token,
          refreshToken: 'refresh',
          expireIn: 7_200,
          corpId: 'ding1',
        })
      }
      case '/v1.0/oauth2/accessToken': {
        if (sent.appKey !== settings.clientId || sent.appSecret !== settings.clientSecret)
          return wrongClient()
        const token = `app-${++count}`
        appTokens.add(token)
        return json(response, { accessToken: token, expireIn: 7_200 })
      }
      case '/v1.0/contact/users/me': {
        const unionId = userTokens.get(String(headers['x-acs-dingtalk-access-token']))
        if (!unionId)
          return json(response, { code: 'InvalidAuthentication', message: '不合法的access_token' }, 401)
        return json(response, { unionId, openId: `open-${unionId}`, ...settings.people.get(unionId) })
      }
      case '/topapi/user/getbyunionid': {
        if (!appTokens.has(url.searchParams.get('access_token') ?? ''))
          return json(response, { errcode: 40_014, errmsg: '不合法的access_token' })
        if (!settings.readsMembers)
          return json(response, { errcode: 88, sub_code: '60011', errmsg: 'ding talk error' })
        return settings.employees.has(sent.unionid)
          ? json(response, { errcode: 0, errmsg: 'ok', result: { contact_type: 0, userid: 'manager4220' } })
          : json(response, { errcode: 60_121, errmsg: '找不到该用户' })
      }
      default:
        return json(response, { code: 'InvalidAction.NotFound', message: 'no such path' }, 404)
    }
  })
  return Object.assign(server, {
    settings,
    issuer: `http://${server.host}`,
    dropTokens: () => appTokens.clear(),
  })
}
