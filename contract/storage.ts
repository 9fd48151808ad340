/** Storage keys named by the specification. Other programs and tests depend on them. */
export const storageKeys = {
  token: 'token',
  refreshToken: 'refresh_token',
  tenantId: 'tenantId',
  tenantName: 'tenantName',
  locale: 'arco-locale',
} as const

/**
 * Owner of a value that the console stores in the browser. Values of a `person` are deleted when the user
 * signs out, when the session ends and when somebody else signs in. Values of a `browser` stay. The console
 * uses no other keys.
 */
export type Owner = 'person' | 'browser'

/**
 * localStorage, shared by all tabs. A key that ends with a dot is a prefix, followed by the name of a list.
 */
export const localKeys = {
  token: 'person',
  refresh_token: 'person',
  tenantId: 'person',
  tenantName: 'person',
  'reeve.dismissed-applications': 'person',
  /** Items recently opened from the command palette. */
  recent: 'person',
  /** Why an administrator ended the last session. The sign-in page shows the reason. */
  'session-end': 'person',
  'agreed-terms': 'browser',
  'arco-locale': 'browser',
  'arco-theme': 'browser',
  settings: 'browser',
  /** `off` disables shortcuts without a modifier key. */
  shortcuts: 'browser',
  'list.density': 'browser',
  'list.columns.': 'browser',
} as const satisfies Record<string, Owner>

/**
 * IndexedDB database with the key that the browser's sessions are bound to. Deleted together with the values
 * of a `person`.
 */
export const keyDatabase = { name: 'reeve', store: 'key' } as const

/** When the tab last reloaded itself because of a missing file, and how many times in a row. */
export const reloadsKey = 'reeve.reloads'

/** sessionStorage of one tab. */
export const tabKeys = {
  [reloadsKey]: 'browser',
  /** Account that owns the other values. The browser can restore a tab after somebody else has signed in. */
  account: 'person',
  tenantId: 'person',
  tenantName: 'person',
  role: 'person',
  tabs: 'person',
  'reeve.cooldown.sms': 'person',
  'reeve.cooldown.mail': 'person',
  'signed-out': 'browser',
  /** A sign-in to an application that continues once a second factor is set up. Expires by itself. */
  continuation: 'browser',
  /** Scroll positions stored by the router under random keys. */
  'tsr-scroll-restoration-v1_3': 'browser',
} as const satisfies Record<string, Owner>
