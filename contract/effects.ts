/**
 * Effects for which a mutation needs a recent proof of identity (decision 017), and who is asked for the proof: everyone, or
 * accounts that have a second factor. Each mutation declares its effects next to `can`; server/core/viewer.ts enforces them.
 */
export const effects = {
  /** An organization gets another owner or is deleted. */
  OWNERSHIP: 'secondFactor',
  /** An application can receive codes or tokens that it could not receive before, or is deleted. */
  TOKENS: 'secondFactor',
  /** Phone, password, factors, secrets or keys of another account, a program or a device change. */
  CREDENTIALS: 'secondFactor',
  /** Phone, email, password or factors of the caller's own account change, or the account is closed. */
  OWN_CREDENTIALS: 'everyone',
  /** An account gains or loses permissions on the platform. */
  PLATFORM_PERMISSIONS: 'secondFactor',
  /** An organization starts or stops requiring a second factor. */
  FACTOR_RULES: 'everyone',
  /** Tokens and seals are signed with another key. */
  SIGNING_KEYS: 'everyone',
  /** Events are sent to another address, or another secret signs them. */
  EVENT_DESTINATIONS: 'secondFactor',
} as const satisfies Record<string, 'everyone' | 'secondFactor'>

export type Effect = keyof typeof effects
