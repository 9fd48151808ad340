import { decodeJwt } from 'jose'

/**
 * Returns the account that the `id_token_hint` of an authorization request identifies. The hint was verified
 * by oidc-provider when the request arrived. The application must not get tokens of another account (OpenID
 * Connect Core, section 3.1.2.2).
 */
export const hintedAccount = ({ id_token_hint: hint }: { id_token_hint?: unknown }): string | undefined =>
  typeof hint === 'string' ? decodeJwt(hint).sub : undefined
