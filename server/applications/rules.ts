import type { ApplicationKind } from '../../contract/states.ts'
import { badInput } from '../core/errors.ts'
import { may, type Viewer } from '../core/viewer.ts'

/** Whether applications of this kind can store a secret confidentially. */
export const hasSecret = (kind: ApplicationKind): boolean => kind === 'SERVER' || kind === 'SERVICE'

/**
 * Whether the viewer, who can manage the application, can also change where its authorization codes are sent.
 * First-party applications skip the consent page, so this requires the permission to make an application
 * first-party.
 */
export const mayChangeRecipients = (viewer: Viewer, { first_party }: { first_party: boolean }): boolean =>
  !first_party || may(viewer, 'APPLICATION_TRUST')

/** Returns the path under which an icon is served. `hash` is the hash of its content. */
export const iconPath = (hash: string | null): string | null => hash && `/api/icons/${hash}`

/** Scopes defined by OpenID Connect and this server. Other scopes belong to the application's resources. */
export const standardScopes = [
  'openid',
  'profile',
  'phone',
  'email',
  'organization',
  'organizations',
  'offline_access',
] as const

export const isStandard = (scope: string): boolean => (standardScopes as readonly string[]).includes(scope)

/**
 * Returns the scopes that an application can request. If `ours` is true, returns the scopes that this server
 * defines, otherwise those of the application's resources.
 */
export const offeredScopes = (
  application: { kind: ApplicationKind; scopes: readonly string[] } | undefined,
  ours: boolean,
): readonly string[] => {
  if (!ours) return application?.scopes.filter((scope) => !isStandard(scope)) ?? []
  return application?.kind === 'SERVICE' ? [] : standardScopes
}

/** Users do not sign in to a service, so a new service has no scopes. */
export const initialScopes = (kind: ApplicationKind): string[] =>
  kind === 'SERVICE' ? [] : ['openid', 'profile']

/**
 * Whether the URI has a private-use scheme, which is a domain name in reverse order (RFC 8252, section 7.1).
 */
export const isPrivateUse = (address: string): boolean =>
  /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:\/(?!\/)/.test(address)

const takesCodes: readonly ApplicationKind[] = ['SERVER', 'SINGLE_PAGE', 'NATIVE']

interface Registration {
  kind: ApplicationKind
  redirect_uris: readonly string[]
  post_logout_redirect_uris: readonly string[]
  backchannel_logout_uri: string | null
  origins: readonly string[]
  jwks: object | null
}

/** Throws BAD_INPUT if a setting does not apply to applications of this kind. */
export function assertSettingsFitKind(given: Registration): void {
  const { kind } = given
  const redirects = takesCodes.includes(kind)
  const wrong = {
    ...(!redirects && given.redirect_uris.length && { redirectUris: ['application.notOfKind'] }),
    ...(redirects &&
      kind !== 'NATIVE' &&
      !given.redirect_uris.length && { redirectUris: ['application.redirectNeeded'] }),
    ...(kind !== 'NATIVE' &&
      given.redirect_uris.some(isPrivateUse) && { redirectUris: ['application.address'] }),
    ...(kind !== 'NATIVE' &&
      given.post_logout_redirect_uris.some(isPrivateUse) && {
        postLogoutRedirectUris: ['application.address'],
      }),
    ...(!redirects &&
      given.post_logout_redirect_uris.length && { postLogoutRedirectUris: ['application.notOfKind'] }),
    ...(kind !== 'SERVER' &&
      given.backchannel_logout_uri && { 'input.backchannelLogoutUri': ['application.notOfKind'] }),
    ...(kind !== 'SINGLE_PAGE' && given.origins.length && { 'input.origins': ['application.notOfKind'] }),
    ...(!hasSecret(kind) && given.jwks && { 'input.jwks': ['application.notOfKind'] }),
  } as Parameters<typeof badInput>[0]
  if (Object.keys(wrong).length) throw badInput(wrong)
}
