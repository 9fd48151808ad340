import { decodeJwt } from 'jose'

/**
 * Returns the account that the ID token hint of an authorization request names. The provider verified the
 * hint when the request arrived. The application must not get tokens of another account (OpenID Connect Core,
 * section 3.1.2.2).
 */
export const hintedAccount = ({ id_token_hint: hint }: { id_token_hint?: unknown }): string | undefined =>
  typeof hint === 'string' ? decodeJwt(hint).sub : undefined
