import type { MessageKey } from '../../../../contract/errors.ts'
import { createAppToken } from '../app-tokens.ts'
import { jsonOf, type ProviderClient, textOf } from '../http.ts'
import { identityOf } from '../identity-values.ts'
import {
  type CheckedStanding,
  type Provider,
  ProviderError,
  type ProviderSettings,
  type SettingName,
} from '../provider.ts'

// WeCom, for an application of one's own company: https://developer.work.weixin.qq.com/document/path/98152

const hosts = {
  login: 'https://login.work.weixin.qq.com',
  inApp: 'https://open.weixin.qq.com',
  api: 'https://qyapi.weixin.qq.com',
} as const

type Answer = Record<string, unknown>

const wrongSettings: Readonly<Record<number, readonly [SettingName | null, MessageKey]>> = {
  40001: ['clientSecret', 'source.wecomSecret'],
  40013: ['clientId', 'source.wecomCorp'],
  40056: ['agentId', 'source.wecomAgent'],
  301002: ['agentId', 'source.wecomAgent'],
  60020: [null, 'source.wecomIp'],
}
const staleToken = [40_014, 42_001]
const noSuchMember = 60_111
const mayNotReadMembers = [48_002, 60_011]
/**
 * Status of a member. 1: active, 2: disabled, 4: not activated. Any other status means that the member has
 * left the company.
 */
const [active, blocked] = [1, [2, 4]] as const

/** Returns functions that call the API of WeCom. */
function createApi({ clientId: corpId, clientSecret, issuer }: ProviderSettings, client: ProviderClient) {
  const at = (host: keyof typeof hosts, path: string) => new URL(path, issuer ?? hosts[host])

  async function send(url: URL, body?: object): Promise<Answer> {
    const json = body && { method: 'POST', body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    return jsonOf(await client.fetch(url, json ? { ...json, headers } : {}), url)
  }

  const token = createAppToken(async () => {
    const url = at('api', '/cgi-bin/gettoken')
    url.search = new URLSearchParams({ corpid: corpId, corpsecret: clientSecret }).toString()
    const answer = await send(url)
    assertOk(url, answer)
    return { value: textOf(answer.access_token) ?? '', expiresIn: Number(answer.expires_in) || 0 }
  })

  /** Calls the API with the application's token. Requests a new token once if WeCom has revoked it early. */
  async function call(path: string, params: Record<string, string>, body?: object): Promise<Answer> {
    const url = at('api', path)
    const once = async () => {
      url.search = new URLSearchParams({ access_token: await token.get(), ...params }).toString()
      return send(url, body)
    }
    const answer = await once()
    if (!staleToken.includes(Number(answer.errcode))) return answer
    token.forget()
    return once()
  }

  return { at, send, token, call, apiUrl: at('api', '/') }
}

export function createWecomProvider(settings: ProviderSettings, client: ProviderClient): Provider {
  const { clientId: corpId, agentId } = settings
  const { at, send, token, call, apiUrl } = createApi(settings, client)
  /** User ids are unique only within a company. */
  const subjectOf = (userId: string) => `${corpId}/${userId}`

  return {
    async start({ state, redirectUri, locale, userAgent = '' }) {
      const common = { appid: corpId, agentid: agentId ?? '', redirect_uri: redirectUri, state }
      if (/wxwork/i.test(userAgent)) {
        const url = at('inApp', '/connect/oauth2/authorize')
        url.search = new URLSearchParams({
          ...{ ...common, response_type: 'code', scope: 'snsapi_privateinfo' },
        }).toString()
        url.hash = 'wechat_redirect'
        return url
      }
      const url = at('login', '/wwlogin/sso/login')
      url.search = new URLSearchParams({
        ...{ login_type: 'CorpApp', ...common, lang: locale === 'zh-CN' ? 'zh' : 'en' },
      }).toString()
      return url
    },

    async finish({ params }) {
      // WeCom redirects without a code if the user refuses.
      const code = params.get('code')
      if (!code) throw new ProviderError('denied', apiUrl, { message: 'source.answer' })
      const found = await call('/cgi-bin/auth/getuserinfo', { code })
      assertOk(apiUrl, found)
      const userId = textOf(found.userid)
      // People outside the company only have an `openid`.
      if (!userId) throw new ProviderError('denied', apiUrl, { message: 'source.answer' })
      const ticket = textOf(found.user_ticket)
      const detail = ticket ? await call('/cgi-bin/auth/getuserdetail', {}, { user_ticket: ticket }) : {}
      const member = await call('/cgi-bin/user/get', { userid: userId })
      return identityOf(apiUrl, {
        subject: subjectOf(userId),
        name: member.name === userId ? null : member.name,
        phone: textOf(detail.mobile) ?? member.mobile,
        // Administrators of the company can enter any phone number.
        phoneVerified: false,
        email: textOf(detail.biz_mail) ?? textOf(member.biz_mail) ?? member.email,
        emailVerified: false,
      })
    },

    checks: () => [
      {
        ...{ step: 'REACH', host: apiUrl.host },
        async run() {
          // Without parameters, WeCom responds with an error code, which is enough here.
          await send(at('api', '/cgi-bin/gettoken'))
        },
      },
      {
        ...{ step: 'CREDENTIALS', host: apiUrl.host },
        async run() {
          token.forget()
          assertOk(apiUrl, await call('/cgi-bin/agent/get', { agentid: agentId ?? '' }))
        },
      },
      {
        ...{ step: 'USERS', host: apiUrl.host },
        async run() {
          const { errcode } = await call('/cgi-bin/user/get', { userid: 'connection-test' })
          return mayNotReadMembers.includes(Number(errcode)) ? 'source.members' : undefined
        },
      },
    ],

    async standingOf({ subject }): Promise<CheckedStanding | null> {
      const userId = subject.slice(corpId.length + 1)
      const answer = await call('/cgi-bin/user/get', { userid: userId })
      if (Number(answer.errcode) === noSuchMember) return { standing: 'gone' }
      if (mayNotReadMembers.includes(Number(answer.errcode))) return null
      assertOk(apiUrl, answer)
      if (answer.status === active) return { standing: 'active' }
      return { standing: (blocked as readonly unknown[]).includes(answer.status) ? 'blocked' : 'gone' }
    },
  }
}

function assertOk(url: URL, { errcode, errmsg }: Answer): void {
  if (errcode === 0) return
  if (typeof errcode !== 'number') throw new ProviderError('invalid', url, { message: 'source.answer' })
  const [field, message] = wrongSettings[errcode] ?? []
  if (message)
    throw new ProviderError('config', url, { message, code: String(errcode), field: field ?? null })
  // -1: the service is busy.
  throw new ProviderError(errcode === -1 ? 'unavailable' : 'invalid', url, {
    ...{ message: 'source.refused', code: String(errcode) },
    params: { text: String(errmsg ?? errcode).slice(0, 200) },
  })
}
