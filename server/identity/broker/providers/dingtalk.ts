import { createAppToken } from '../app-tokens.ts'
import { jsonOf, type ProviderClient, textOf } from '../http.ts'
import { identityOf } from '../identity-values.ts'
import { type CheckedStanding, type Provider, ProviderError, type ProviderSettings } from '../provider.ts'

// DingTalk, for an internal application: https://open.dingtalk.com/document/orgapp/obtain-identity-credentials

const hosts = {
  login: 'https://login.dingtalk.com',
  api: 'https://api.dingtalk.com',
  old: 'https://oapi.dingtalk.com',
} as const

type Answer = Record<string, unknown>

const staleToken = [40_014, 42_001]
const noSuchMember = 60_121
/** Contact type of a company's employees. */
const employee = 0
/** If a permission is missing, DingTalk returns error 88 with a more specific code. */
const notPermitted = [88, 60_011]

/** Returns functions that call the API of DingTalk. */
function createApi({ clientId, clientSecret, issuer }: ProviderSettings, client: ProviderClient) {
  const at = (host: keyof typeof hosts, path: string) => new URL(path, issuer ?? hosts[host])
  const apiUrl = at('api', '/')

  async function send(url: URL, { body, token }: { body?: object; token?: string }): Promise<Answer> {
    const response = await client.fetch(url, {
      headers: {
        'content-type': 'application/json',
        ...(token && { 'x-acs-dingtalk-access-token': token }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = await jsonOf(response, url)
    if (response.ok) return answer
    throw refusal(url, response.status, answer)
  }

  const token = createAppToken(async () => {
    const answer = await send(at('api', '/v1.0/oauth2/accessToken'), {
      body: { appKey: clientId, appSecret: clientSecret },
    })
    return { value: textOf(answer.accessToken) ?? '', expiresIn: Number(answer.expireIn) || 0 }
  })

  /** Returns DingTalk's response about a person as a contact of the company. */
  async function contactOf(unionId: string): Promise<Answer> {
    const url = at('old', '/topapi/user/getbyunionid')
    const once = async () => {
      url.search = new URLSearchParams({ access_token: await token.get() }).toString()
      return send(url, { body: { unionid: unionId } })
    }
    const answer = await once()
    if (!staleToken.includes(Number(answer.errcode))) return answer
    token.forget()
    return once()
  }

  /** Whether the person is an employee. The sign-in page is open to anybody with a DingTalk account. */
  async function isEmployee(unionId: string): Promise<boolean> {
    const { errcode, errmsg, result } = await contactOf(unionId)
    if (errcode === noSuchMember) return false
    if (notPermitted.includes(Number(errcode)))
      throw new ProviderError('config', apiUrl, {
        ...{ message: 'source.dingtalkPermission', code: String(errcode) },
      })
    if (errcode !== 0)
      throw new ProviderError('invalid', apiUrl, {
        ...{ message: 'source.refused', code: String(errcode) },
        params: { text: String(errmsg ?? errcode).slice(0, 200) },
      })
    return (result as Answer | undefined)?.contact_type === employee
  }

  return { at, send, token, isEmployee, apiUrl }
}

export function createDingtalkProvider(settings: ProviderSettings, client: ProviderClient): Provider {
  const { clientId, clientSecret } = settings
  const { at, send, token, isEmployee, apiUrl } = createApi(settings, client)

  return {
    async start({ state, redirectUri }) {
      const url = at('login', '/oauth2/auth')
      url.search = new URLSearchParams({
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', state },
        ...{ scope: 'openid', prompt: 'consent' },
      }).toString()
      return url
    },

    async finish({ params }) {
      const code = params.get('authCode') ?? params.get('code')
      if (!code) throw new ProviderError('denied', apiUrl, { message: 'source.answer' })
      const { accessToken } = await send(at('api', '/v1.0/oauth2/userAccessToken'), {
        body: { clientId, clientSecret, code, grantType: 'authorization_code' },
      })
      const user = textOf(accessToken)
      if (!user) throw new ProviderError('invalid', apiUrl, { message: 'source.answer' })
      const me = await send(at('api', '/v1.0/contact/users/me'), { token: user })
      const identity = identityOf(apiUrl, {
        ...{ subject: me.unionId, name: me.nick, email: me.email, emailVerified: false },
        phone: phoneOf(me),
        // DingTalk accounts are registered with a phone number.
        phoneVerified: true,
      })
      if (!(await isEmployee(identity.subject)))
        throw new ProviderError('denied', apiUrl, { message: 'source.answer', code: String(noSuchMember) })
      return identity
    },

    checks: () => [
      {
        ...{ step: 'REACH', host: apiUrl.host },
        // Any HTTP status shows that DingTalk is reachable.
        async run() {
          await client.fetch(at('api', '/v1.0/contact/users/me'))
        },
      },
      {
        ...{ step: 'CREDENTIALS', host: apiUrl.host },
        async run() {
          token.forget()
          await token.get()
        },
      },
      {
        ...{ step: 'USERS', host: at('old', '/').host },
        async run() {
          await isEmployee('connection-test')
        },
      },
    ],

    async standingOf({ subject }): Promise<CheckedStanding> {
      return { standing: (await isEmployee(subject)) ? 'active' : 'blocked' }
    },
  }
}

function phoneOf({ mobile, stateCode }: Answer): string | null {
  const number = textOf(mobile)
  const country = textOf(stateCode)
  return number && country && !number.startsWith('+') ? `+${country.replace('+', '')}${number}` : number
}

/** Error codes of wrong credentials, and their HTTP status. */
const wrongClient =
  /^(invalid(ClientIdOrSecret|ParameterValue|AppKey|AppSecret|Client)|Forbidden\.AccessDenied)/i

function refusal(url: URL, status: number, { code, message }: Answer): ProviderError {
  const text = textOf(code) ?? String(status)
  const isThrottled = /QpsLimit/i.test(text)
  if (wrongClient.test(text) && !isThrottled)
    return new ProviderError('config', url, {
      ...{ message: 'source.dingtalkClient', code: text, field: 'clientSecret' },
    })
  const reason = status >= 500 || status === 429 || isThrottled ? 'unavailable' : 'invalid'
  return new ProviderError(reason, url, {
    ...{ message: 'source.refused', code: text },
    params: { text: String(message ?? text).slice(0, 200) },
  })
}
