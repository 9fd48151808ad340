import type { Locale, MessageKey, MessageParams } from '../../../contract/errors.ts'
import type { BrokerError, IdentitySourceKind } from '../../../contract/identity-sources.ts'

/** The settings of a source that its provider needs. */
export interface ProviderSettings {
  /** Null for a source that is not stored yet. */
  id: string | null
  kind: IdentitySourceKind
  clientId: string
  clientSecret: string
  /** Issuer of an OpenID provider, or the origin of a private installation. Null for the public service. */
  issuer: string | null
  /** AgentId of the WeCom application. */
  agentId: string | null
  /** Scopes for an OpenID provider. */
  scopes: readonly string[]
}

export interface SignInStart {
  state: string
  nonce: string
  /** PKCE challenge (S256). */
  challenge: string
  redirectUri: string
  loginHint: string | null
  /** Whether the person must sign in again, even if they have a session at the provider. */
  again: boolean
  locale: Locale
  userAgent: string | undefined
}

export interface SignInAnswer {
  /** Parameters of the redirect back from the provider. */
  params: URLSearchParams
  state: string
  nonce: string
  /** PKCE verifier. */
  verifier: string
  redirectUri: string
}

/** A person as the provider describes them. */
export interface ProvidedIdentity {
  /** Identifier of the person. Except for WeCom, the provider never assigns it to another person. */
  subject: string
  name: string | null
  /** Phone number in E.164. */
  phone: string | null
  phoneVerified: boolean
  email: string | null
  emailVerified: boolean
  /** Authentication method references (RFC 8176) that the provider reports. */
  amr: readonly string[]
  refreshToken: string | null
  /** When the person signed in at the provider, in seconds since 1970. Null if unknown. */
  authTime: number | null
}

/**
 * Whether a person still has access at the provider. `blocked`: access can be restored. `gone`: the
 * identifier can be assigned to another person.
 */
export type Standing = 'active' | 'blocked' | 'gone'

export interface CheckedStanding {
  standing: Standing
  /** New refresh token, which replaces the stored one. */
  refreshToken?: string | null
}

export const checkSteps = ['REACH', 'CREDENTIALS', 'USERS', 'SIGN_IN'] as const
export type CheckStep = (typeof checkSteps)[number]

/** Result of one step of the connection test. */
export interface Check {
  step: CheckStep
  status: 'OK' | 'FAILED' | 'SKIPPED'
  host: string | null
  ms: number | null
  /** The provider's error code. */
  code: string | null
  message: readonly [MessageKey, MessageParams?] | null
  /** The setting that is wrong. */
  field: SettingName | null
}

export type SettingName = 'clientId' | 'clientSecret' | 'issuer' | 'agentId'

/** One step of a connection test. Throws a ProviderError if it fails. */
export interface CheckRun {
  step: CheckStep
  host: string
  /** Runs the step. Returns a message if it succeeds with a restriction. */
  run(): Promise<MessageKey | undefined>
}

/** An identity provider. All functions reject with a ProviderError. */
export interface Provider {
  /** Returns the URL of the provider's sign-in page. */
  start(start: SignInStart): Promise<URL>
  /** Returns the person who has signed in at the provider. */
  finish(answer: SignInAnswer): Promise<ProvidedIdentity>
  /** Returns the steps of the connection test in order. */
  checks(): CheckRun[]
  /** Returns whether the person still has access, or null if the provider cannot report it. */
  standingOf(identity: { subject: string; refreshToken: string | null }): Promise<CheckedStanding | null>
}

/** A failed call of a provider, or a refusal by the provider. */
export class ProviderError extends Error {
  readonly reason: BrokerError
  readonly host: string
  readonly words: readonly [MessageKey, MessageParams?]
  /** The provider's error code. */
  readonly code: string | null
  readonly field: SettingName | null

  constructor(
    reason: BrokerError,
    url: string | URL,
    {
      message,
      params = {},
      code = null,
      field = null,
    }: { message: MessageKey; params?: MessageParams; code?: string | null; field?: SettingName | null },
  ) {
    const { host } = new URL(url)
    super(`${host}: ${reason}${code ? ` (${code})` : ''}`)
    this.reason = reason
    this.host = host
    this.words = [message, { host, ...params }]
    this.code = code
    this.field = field
  }
}

/** Runs the connection test of a provider. Rejects with a ProviderError if a step fails. */
export async function assertWorks(provider: Provider): Promise<void> {
  for (const { run } of provider.checks()) await run()
}

/**
 * Whether the source failed for a reason that an administrator or the provider's operator must fix. Such
 * failures count towards hiding the source.
 */
export const isFaultOfSource = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && (error.reason === 'config' || error.reason === 'unavailable')
