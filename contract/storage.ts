/** Keys that the specification names; other programs and tests rely on them. */
export const storageKeys = {
  token: 'token',
  refreshToken: 'refresh_token',
  tenantId: 'tenantId',
  tenantName: 'tenantName',
  locale: 'arco-locale',
} as const

/**
 * Whose it is what the console keeps in a browser. A `person`'s goes when they sign out, when their session ends and
 * when somebody else signs in; a `browser`'s stays. There are no other keys than these.
 */
export type Owner = 'person' | 'browser'

/** Shared by the tabs of a browser. A key that ends with a dot begins one for each list. */
export const localKeys = {
  token: 'person',
  refresh_token: 'person',
  tenantId: 'person',
  tenantName: 'person',
  'reeve.dismissed-applications': 'person',
  /** What was last opened by the palette. */
  recent: 'person',
  /** Why an administrator has ended the last session; the sign-in page shows it. */
  'session-end': 'person',
  'agreed-terms': 'browser',
  'arco-locale': 'browser',
  'arco-theme': 'browser',
  settings: 'browser',
  /** Keys without Ctrl do nothing: `off`. */
  shortcuts: 'browser',
  'list.density': 'browser',
  'list.columns.': 'browser',
} as const satisfies Record<string, Owner>

/** The database of a browser with the key that its sessions are bound to; deleted with what is a person's. */
export const keyDatabase = { name: 'reeve', store: 'key' } as const

/** When the tab last reloaded itself for a missing file, and how often in a row. */
export const reloadsKey = 'reeve.reloads'

/** Of one tab. */
export const tabKeys = {
  [reloadsKey]: 'browser',
  /** Whose the others are: a tab may be brought back after somebody else has signed in. */
  account: 'person',
  tenantId: 'person',
  tenantName: 'person',
  role: 'person',
  tabs: 'person',
  'reeve.cooldown.sms': 'person',
  'reeve.cooldown.mail': 'person',
  'signed-out': 'browser',
  /** A sign-in to an application that waits for something else; it ends by itself. */
  continuation: 'browser',
  /** The router's: how far pages were scrolled, by random keys. */
  'tsr-scroll-restoration-v1_3': 'browser',
} as const satisfies Record<string, Owner>
