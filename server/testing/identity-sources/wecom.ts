import { json, listen } from '../http-server.ts'

/** A member of the company in the API of WeCom. */
interface Member {
  name: string
  mobile?: string
  /** 1: active, 2: disabled, 4: not activated, 5: has left. */
  status?: number
  /** Error code with which WeCom refuses to answer about the member. */
  errcode?: number
}

const error = (errcode: number, errmsg: string) => ({ errcode, errmsg })

/**
 * Responds like the API of WeCom for an application of one's own company:
 * https://developer.work.weixin.qq.com/document/path/98152
 */
export async function startWecom() {
  const settings = {
    ...{ corpId: 'wwcorp', secret: 'secret-of-the-wecom-application', agentId: '1000002' },
    members: new Map<string, Member>(),
    /** User id of the person who signs in. Null for a person outside the company. */
    visitor: null as string | null,
    readsMembers: true,
    trustsServer: true,
  }
  const codes = new Map<string, string | null>()
  const tokens = new Set<string>()
  let count = 0

  const server = await listen(({ url: path, body }, response) => {
    const url = new URL(path, 'http://wecom')
    const query = (name: string) => url.searchParams.get(name) ?? ''
    const answer = (value: object) => json(response, value)
    const ok = { errcode: 0, errmsg: 'ok' }

    if (['/wwlogin/sso/login', '/connect/oauth2/authorize'].includes(url.pathname)) {
      const code = `code-${++count}`
      codes.set(code, settings.visitor)
      const back = new URL(query('redirect_uri'))
      back.search = new URLSearchParams({ code, state: query('state') }).toString()
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/cgi-bin/gettoken') {
      if (!query('corpid')) return answer(error(41_002, 'corpid missing'))
      if (query('corpid') !== settings.corpId) return answer(error(40_013, 'invalid corpid'))
      if (query('corpsecret') !== settings.secret) return answer(error(40_001, 'invalid credential'))
      const token = `token-${++count}`
      tokens.add(token)
      return answer({ ...ok, access_token: token, expires_in: 7_200 })
    }
    if (!tokens.has(query('access_token'))) return answer(error(40_014, 'invalid access_token'))
    if (!settings.trustsServer) return answer(error(60_020, 'not allow to access from your ip'))
    switch (url.pathname) {
      case '/cgi-bin/agent/get':
        return answer(query('agentid') === settings.agentId ? ok : error(301_002, 'agent not allowed'))
      case '/cgi-bin/auth/getuserinfo': {
        const visitor = codes.get(query('code'))
        codes.delete(query('code'))
        if (visitor === undefined) return answer(error(40_029, 'invalid code'))
        return answer(
          visitor === null
            ? { ...ok, openid: 'openid-of-a-guest' }
            : { ...ok, userid: visitor, user_ticket: `ticket-${visitor}` },
        )
      }
      case '/cgi-bin/auth/getuserdetail': {
        const userid = String(JSON.parse(body).user_ticket).slice('ticket-'.length)
        return answer({ ...ok, userid, mobile: settings.members.get(userid)?.mobile })
      }
      case '/cgi-bin/user/get': {
        if (!settings.readsMembers) return answer(error(60_011, 'no privilege to access/modify contact'))
        const member = settings.members.get(query('userid'))
        if (!member) return answer(error(60_111, 'userid not found'))
        const { mobile: _mobile, ...shown } = member
        return answer({ ...ok, userid: query('userid'), status: 1, ...shown })
      }
      default:
        return json(response, error(404, 'no such path'), 404)
    }
  })
  return Object.assign(server, {
    settings,
    issuer: `http://${server.host}`,
    /** Invalidates the tokens of the application, as WeCom can do at any time. */
    dropTokens: () => tokens.clear(),
  })
}
