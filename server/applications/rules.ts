import type { ApplicationKind } from '../../contract/states.ts'
import { badInput } from '../core/errors.ts'
import { may, type Viewer } from '../core/viewer.ts'

/** Those that can keep one. */
export const hasSecret = (kind: ApplicationKind): boolean => kind === 'SERVER' || kind === 'SERVICE'

/**
 * Whether the viewer, who can manage the application, can change who receives its codes. People are not asked before a
 * first-party application learns who they are, so this needs the permission to make it first-party.
 */
export const mayChangeRecipients = (viewer: Viewer, { first_party }: { first_party: boolean }): boolean =>
  !first_party || may(viewer, 'APPLICATION_TRUST')

/** Where an icon is found, by the hash of its content. */
export const iconPath = (hash: string | null): string | null => hash && `/api/icons/${hash}`

/** What people see of themselves in it; others are the application's own, for its resources. */
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

/** What a token for this server may hold, or one for a resource of the application's. */
export const offeredScopes = (
  application: { kind: ApplicationKind; scopes: readonly string[] } | undefined,
  ours: boolean,
): readonly string[] => {
  if (!ours) return application?.scopes.filter((scope) => !isStandard(scope)) ?? []
  return application?.kind === 'SERVICE' ? [] : standardScopes
}

/** Those of a service have nobody who signs in. */
export const initialScopes = (kind: ApplicationKind): string[] =>
  kind === 'SERVICE' ? [] : ['openid', 'profile']

const takesCodes: readonly ApplicationKind[] = ['SERVER', 'SINGLE_PAGE', 'NATIVE']

interface Registered {
  kind: ApplicationKind
  redirect_uris: readonly string[]
  post_logout_redirect_uris: readonly string[]
  backchannel_logout_uri: string | null
  origins: readonly string[]
  jwks: object | null
}

/** What an application of this kind has no use for is a mistake of its sender. Throws BAD_INPUT. */
export function demandFitting(given: Registered): void {
  const { kind } = given
  const redirects = takesCodes.includes(kind)
  const wrong = {
    ...(!redirects && given.redirect_uris.length && { redirectUris: ['application.notOfKind'] }),
    ...(redirects &&
      kind !== 'NATIVE' &&
      !given.redirect_uris.length && { redirectUris: ['application.redirectNeeded'] }),
    ...(!redirects &&
      given.post_logout_redirect_uris.length && { postLogoutRedirectUris: ['application.notOfKind'] }),
    ...(kind !== 'SERVER' &&
      given.backchannel_logout_uri && { 'input.backchannelLogoutUri': ['application.notOfKind'] }),
    ...(kind !== 'SINGLE_PAGE' && given.origins.length && { 'input.origins': ['application.notOfKind'] }),
    ...(!hasSecret(kind) && given.jwks && { 'input.jwks': ['application.notOfKind'] }),
  } as Parameters<typeof badInput>[0]
  if (Object.keys(wrong).length) throw badInput(wrong)
}
