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

// Feishu, for an application of one's own company: https://open.feishu.cn/document/sso/web-application-sso/login-overview

const hosts = { login: 'https://accounts.feishu.cn', api: 'https://open.feishu.cn' } as const

type Answer = Record<string, unknown>

const wrongSettings: Readonly<Record<number, readonly [SettingName, MessageKey]>> = {
  10003: ['clientId', 'source.feishuApp'],
  10012: ['clientId', 'source.feishuApp'],
  10014: ['clientSecret', 'source.feishuSecret'],
  20002: ['clientSecret', 'source.feishuSecret'],
  20048: ['clientId', 'source.feishuApp'],
}
const staleToken = [99_991_661, 99_991_663, 99_991_664]
const mayNotReadMembers = [99_991_672, 99_991_679, 40_004, 41_050]
/** The user does not exist, or cannot use the application. */
const refusedUser = [20_008, 20_010, 20_066]
const noSuchMember = [99_992_351, 41_012]

/** Returns functions that call the API of Feishu. */
function createApi({ clientId, clientSecret, issuer }: ProviderSettings, client: ProviderClient) {
  const at = (host: keyof typeof hosts, path: string) => new URL(path, issuer ?? hosts[host])
  const apiUrl = at('api', '/')

  async function send(url: URL, { body, token }: { body?: object; token?: string }): Promise<Answer> {
    const response = await client.fetch(url, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return jsonOf(response, url)
  }

  const token = createAppToken(async () => {
    const url = at('api', '/open-apis/auth/v3/tenant_access_token/internal')
    const answer = await send(url, { body: { app_id: clientId, app_secret: clientSecret } })
    assertOk(url, answer)
    return { value: textOf(answer.tenant_access_token) ?? '', expiresIn: Number(answer.expire) || 0 }
  })

  async function member(unionId: string): Promise<Answer> {
    const url = at('api', `/open-apis/contact/v3/users/${encodeURIComponent(unionId)}`)
    url.search = 'user_id_type=union_id'
    const answer = await send(url, { token: await token.get() })
    if (!staleToken.includes(Number(answer.code))) return answer
    token.forget()
    return send(url, { token: await token.get() })
  }

  return { at, send, token, member, apiUrl }
}

export function createFeishuProvider(settings: ProviderSettings, client: ProviderClient): Provider {
  const { clientId, clientSecret } = settings
  const { at, send, token, member, apiUrl } = createApi(settings, client)

  return {
    async start({ state, challenge, redirectUri }) {
      const url = at('login', '/open-apis/authen/v1/authorize')
      url.search = new URLSearchParams({
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', state },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      }).toString()
      return url
    },

    async finish({ params, verifier, redirectUri }) {
      const code = params.get('code')
      // If the user refuses, Feishu sends `error=access_denied` without a code.
      if (!code) throw new ProviderError('denied', apiUrl, { message: 'source.answer' })
      const url = at('api', '/open-apis/authen/v2/oauth/token')
      const tokens = await send(url, {
        body: {
          ...{ grant_type: 'authorization_code', client_id: clientId, client_secret: clientSecret, code },
          ...{ redirect_uri: redirectUri, code_verifier: verifier },
        },
      })
      assertOk(url, tokens)
      const user = textOf(tokens.access_token)
      if (!user) throw new ProviderError('invalid', url, { message: 'source.answer' })
      const answer = await send(at('api', '/open-apis/authen/v1/user_info'), { token: user })
      assertOk(url, answer)
      const data = (answer.data ?? {}) as Answer
      return identityOf(apiUrl, {
        ...{ subject: data.union_id, name: data.name, phone: data.mobile },
        // Administrators of the company can enter any phone number.
        phoneVerified: false,
        email: textOf(data.enterprise_email) ?? data.email,
        emailVerified: false,
      })
    },

    checks: () => [
      {
        ...{ step: 'REACH', host: apiUrl.host },
        async run() {
          await send(at('api', '/open-apis/auth/v3/tenant_access_token/internal'), { body: {} })
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
        ...{ step: 'USERS', host: apiUrl.host },
        async run() {
          const { code } = await member('on_connection_test')
          return mayNotReadMembers.includes(Number(code)) ? 'source.members' : undefined
        },
      },
    ],

    async standingOf({ subject }): Promise<CheckedStanding | null> {
      const answer = await member(subject)
      const code = Number(answer.code)
      if (mayNotReadMembers.includes(code)) return null
      if (noSuchMember.includes(code)) return { standing: 'blocked' }
      assertOk(apiUrl, answer)
      const user = ((answer.data ?? {}) as Answer).user as Answer | undefined
      const status = (user?.status ?? {}) as Answer
      const over = status.is_frozen || status.is_resigned || status.is_exited
      return { standing: over ? 'blocked' : 'active' }
    },
  }
}

function assertOk(url: URL, { code, msg, error_description: description }: Answer): void {
  if (code === 0) return
  if (typeof code !== 'number') throw new ProviderError('invalid', url, { message: 'source.answer' })
  const [field, message] = wrongSettings[code] ?? []
  if (field && message) throw new ProviderError('config', url, { message, code: String(code), field })
  const text = (textOf(description) ?? textOf(msg) ?? String(code)).slice(0, 200)
  const reason = refusedUser.includes(code) ? 'denied' : code === 20_050 ? 'unavailable' : 'invalid'
  throw new ProviderError(reason, url, { message: 'source.refused', code: String(code), params: { text } })
}
