/**
 * Effects of mutations that require a recent proof of identity (decision 017). The value specifies who must
 * give this proof: everyone, or only accounts that have a second factor. Each mutation declares its effects
 * next to `can`, and server/core/viewer.ts enforces them.
 */
export const effects = {
  /** The owner of an organization changes, or the organization is deleted. */
  OWNERSHIP: 'secondFactor',
  /**
   * An application can receive codes or tokens that it could not receive before, or an application is
   * deleted.
   */
  TOKENS: 'secondFactor',
  /**
   * The credentials of another account, an application or a device change: phone number, password, second
   * factors, secrets or keys.
   */
  CREDENTIALS: 'secondFactor',
  /**
   * The caller's own phone number, email address, password or second factors change, or the caller closes
   * their account.
   */
  OWN_CREDENTIALS: 'everyone',
  /** An account gains or loses permissions on the platform. */
  PLATFORM_PERMISSIONS: 'secondFactor',
  /** An organization starts or stops requiring a second factor. */
  FACTOR_RULES: 'everyone',
  /** The signing key for tokens and audit seals changes. */
  SIGNING_KEYS: 'everyone',
  /** An identity source is added or its settings change, which affects who can sign in. */
  IDENTITY_SOURCES: 'everyone',
  /** The URL of a webhook or its signing secret changes. */
  EVENT_DESTINATIONS: 'secondFactor',
} as const satisfies Record<string, 'everyone' | 'secondFactor'>

export type Effect = keyof typeof effects
