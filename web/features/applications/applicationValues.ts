import { signingAlgorithms } from '../../../contract/states.ts'
import { useChecks } from '../../lib/checks.ts'
import { useTexts } from '../../lib/texts.ts'
import type { useFields } from '../../ui/fields/form.ts'
import type { Application, Kind } from './applications.ts'
import { hasRedirects, hasSecret } from './applications.ts'
import { words } from './words.ts'

export interface Values extends Record<string, unknown> {
  kind: Kind
  name: string
  /** Undefined while the icon is being uploaded. */
  icon: string | null | undefined
  firstParty: boolean
  redirectUris: string
  postLogoutRedirectUris: string
  origins: string
  backchannelLogoutUri: string
  policyUri: string
  tosUri: string
  scopes: string
  resources: string
  jwks: string
  groupsTemplate: string
  requirePkce: boolean
  signingAlg: string
  tenantIds: string
}

export type Fields = ReturnType<typeof useFields<Values>>

const lines = (list: readonly string[]) => list.join('\n')
/** Splits the text of a field at white space. */
export const entries = (text: string) => text.split(/\s+/).filter(Boolean)

/** Returns the initial values of the form: those of the application, or common defaults. */
export const initialValues = (application?: Application, kind: Kind = 'SERVER'): Values => ({
  kind: application?.kind ?? kind,
  name: application?.name ?? '',
  icon: application?.icon ?? null,
  firstParty: application?.firstParty ?? false,
  redirectUris: lines(application?.redirectUris ?? []),
  postLogoutRedirectUris: lines(application?.postLogoutRedirectUris ?? []),
  origins: lines(application?.origins ?? []),
  backchannelLogoutUri: application?.backchannelLogoutUri ?? '',
  policyUri: application?.policyUri ?? '',
  tosUri: application?.tosUri ?? '',
  scopes: application ? application.scopes.join(' ') : 'openid profile',
  resources: lines(application?.resources ?? []),
  jwks: application?.jwks ? JSON.stringify(application.jwks, null, 2) : '',
  groupsTemplate: application?.groupsTemplate ?? '',
  requirePkce: application?.requirePkce ?? false,
  signingAlg: application?.signingAlg ?? signingAlgorithms[0],
  tenantIds: lines(application?.tenants.map(({ id }) => id) ?? []),
})

function isJson(text: string): boolean {
  try {
    return !text.trim() || typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Returns the validation function of the form, which returns the error messages by field. */
export function useCheck() {
  const t = useTexts(words)
  const checks = useChecks()
  return ({ name, icon, jwks }: Values) => ({
    name: name.trim() ? checks.name(name) : t('nameEmpty'),
    icon: icon === undefined ? t('iconSending') : undefined,
    jwks: isJson(jwks) ? undefined : t('jwksWrong'),
  })
}

/** Returns the mutation variables for the fields that only affect how users see the application. */
export const looksOf = ({ kind, name, icon, policyUri, tosUri }: Values) => ({
  name: name.trim(),
  input: {
    icon,
    policyUri: (kind !== 'SERVICE' && policyUri.trim()) || null,
    tosUri: (kind !== 'SERVICE' && tosUri.trim()) || null,
  },
})

/**
 * Returns the mutation variables for all fields. Fields that the kind of application does not have are empty
 * or omitted.
 */
export function variablesOf(values: Values) {
  const { kind } = values
  const { name, input } = looksOf(values)
  return {
    name,
    redirectUris: hasRedirects(kind) ? entries(values.redirectUris) : [],
    postLogoutRedirectUris: hasRedirects(kind) ? entries(values.postLogoutRedirectUris) : [],
    input: {
      ...input,
      scopes: entries(values.scopes),
      resources: entries(values.resources),
      tenantIds: entries(values.tenantIds),
      groupsTemplate: (kind !== 'SERVICE' && values.groupsTemplate.trim()) || null,
      signingAlg: values.signingAlg,
      ...(kind === 'SERVER' && { requirePkce: values.requirePkce }),
      origins: kind === 'SINGLE_PAGE' ? entries(values.origins) : [],
      backchannelLogoutUri: (kind === 'SERVER' && values.backchannelLogoutUri.trim()) || null,
      jwks:
        hasSecret(kind) && values.jwks.trim() ? (JSON.parse(values.jwks) as Record<string, unknown>) : null,
    },
  }
}

/** Removes the prefix `input.` from field names in server errors. */
export const fieldNames = (fields: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, words]) => [name.replace(/^input\./, ''), words]))
