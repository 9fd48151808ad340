/** Storage keys that the specification defines. Other programs and tests depend on them. */
export const storageKeys = {
  token: 'token',
  refreshToken: 'refresh_token',
  tenantId: 'tenantId',
  tenantName: 'tenantName',
  locale: 'arco-locale',
} as const

/**
 * Owner of a value that the console stores in the browser. Values of a `person` are deleted when the user
 * signs out, when the session ends and when somebody else signs in. Values of the `browser` are retained. The
 * console uses no other keys.
 */
export type Owner = 'person' | 'browser'

/**
 * Keys in localStorage, which all tabs share. A key that ends with a dot is a prefix, followed by the name of
 * a list.
 */
export const localKeys = {
  token: 'person',
  refresh_token: 'person',
  tenantId: 'person',
  tenantName: 'person',
  'reeve.dismissed-applications': 'person',
  /** Items recently opened from the command palette. */
  recent: 'person',
  /** The administrator's action that ended the last session. The sign-in page shows it as the reason. */
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
 * IndexedDB database with the key that the browser's sessions are bound to. It is deleted together with the
 * values of a `person`.
 */
export const keyDatabase = { name: 'reeve', store: 'key' } as const

/** When the tab last reloaded itself because of a missing file, and how many times in a row. */
export const reloadsKey = 'reeve.reloads'

/** Keys in sessionStorage, which belongs to one tab. */
export const tabKeys = {
  [reloadsKey]: 'browser',
  /**
   * The account that the other values belong to. It is checked because a browser can restore a tab after
   * somebody else has signed in.
   */
  account: 'person',
  tenantId: 'person',
  tenantName: 'person',
  role: 'person',
  tabs: 'person',
  'reeve.cooldown.sms': 'person',
  'reeve.cooldown.mail': 'person',
  'signed-out': 'browser',
  /**
   * Path of a sign-in to an application, which continues once the user has set up a second factor. The
   * sign-in expires on the server.
   */
  continuation: 'browser',
  /** Scroll positions, stored by the router. */
  'tsr-scroll-restoration-v1_3': 'browser',
} as const satisfies Record<string, Owner>
