import type { KoaContextWithOIDC } from 'oidc-provider'
import type { RequestInfo } from '../core/request.ts'
import type { Database } from '../db/open.ts'
import type { Guard } from '../sessions/guard.ts'
import { browserCookie } from '../sessions/known-browsers.ts'
import type { OpenSession } from '../sessions/store.ts'
import { invalidRequest, sessionOver } from './errors.ts'
import { signInWithCode, signInWithPassword, type TakeBack } from './sign-in.ts'
import type { TokenResponse } from './tokens.ts'

type Parameters = Partial<Record<string, string>>

/** One way to get tokens: which form fields it takes, and what it answers. Throws OAuthError or AppError. */
export interface Grant {
  name: string
  parameters: string[]
  answer(parameters: Parameters, request: RequestInfo, ctx: KoaContextWithOIDC): Promise<TokenResponse>
}

/** The two grants of the console: a password or a code, and a refresh token. */
export function createGrants(parts: {
  db: Database
  guard: Guard
  takeBack: TakeBack
  /** Is the console reached over TLS? */
  secure: () => boolean
  issue: (session: OpenSession) => Promise<TokenResponse>
  refresh: (refreshToken: string, request: RequestInfo) => Promise<TokenResponse | null>
}): Grant[] {
  const { secure, issue, refresh } = parts

  function signIn({ username, password, mobilePhone, mobilePhoneCode }: Parameters, request: RequestInfo) {
    if (username && password) return signInWithPassword(parts, { username, password }, request)
    if (mobilePhone && mobilePhoneCode) {
      return signInWithCode(parts, { mobilePhone, code: mobilePhoneCode }, request)
    }
    throw invalidRequest("'username' and 'password' or 'mobilePhone' and 'mobilePhoneCode' are needed")
  }

  return [
    {
      name: 'password',
      parameters: ['username', 'password', 'mobilePhone', 'mobilePhoneCode', 'scope'],
      async answer(parameters, request, ctx) {
        const session = await signIn(parameters, request)
        ctx.append('Set-Cookie', browserCookie(session.browserToken, secure()))
        const tokens = await issue(session)
        return session.takenBack ? { ...tokens, account_taken_back: true } : tokens
      },
    },
    {
      name: 'refresh_token',
      parameters: ['refresh_token', 'scope'],
      async answer({ refresh_token: refreshToken }, request) {
        if (!refreshToken) throw invalidRequest("missing required parameter 'refresh_token'")
        const tokens = await refresh(refreshToken, request)
        if (!tokens) throw sessionOver(request.locale)
        return tokens
      },
    },
  ]
}
