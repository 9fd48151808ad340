/**
 * Effects of a mutation that require a recent proof of identity (decision 017), and who must give it:
 * everyone, or only accounts that have a second factor. Each mutation declares its effects next to `can`;
 * server/core/viewer.ts enforces them.
 */
export const effects = {
  /** The owner of an organization changes, or the organization is deleted. */
  OWNERSHIP: 'secondFactor',
  /** An application can receive codes or tokens that it could not receive before, or is deleted. */
  TOKENS: 'secondFactor',
  /**
   * The phone number, password, factors, secrets or keys of another account, an application or a device
   * change.
   */
  CREDENTIALS: 'secondFactor',
  /**
   * The caller's own phone number, email address, password or factors change, or the caller closes the
   * account.
   */
  OWN_CREDENTIALS: 'everyone',
  /** An account gains or loses permissions on the platform. */
  PLATFORM_PERMISSIONS: 'secondFactor',
  /** An organization starts or stops requiring a second factor. */
  FACTOR_RULES: 'everyone',
  /** The key that signs tokens and audit seals changes. */
  SIGNING_KEYS: 'everyone',
  /** The URL that receives events or the secret that signs them changes. */
  EVENT_DESTINATIONS: 'secondFactor',
} as const satisfies Record<string, 'everyone' | 'secondFactor'>

export type Effect = keyof typeof effects
