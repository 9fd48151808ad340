import { type Locale, type MessageKey, type MessageParams, messageText } from '../../../contract/errors.ts'
import { OAuthError } from '../errors.ts'

/** Returns the error of a sign-in that this account or source does not allow. */
export const identityRefused = (key: MessageKey, locale: Locale, params?: MessageParams): OAuthError =>
  new OAuthError(400, 'invalid_grant', messageText(key, locale, params))

/** Returns the error of a ticket that has expired, was already used, or belongs to another browser. */
export const signInOver = (locale: Locale): OAuthError =>
  new OAuthError(400, 'expired_token', messageText('identity.over', locale))
