/** Storage keys that the specification defines. Other programs and tests depend on them. */
export const storageKeys = {
  token: 'token',
  refreshToken: 'refresh_token',
  tenantId: 'tenantId',
  tenantName: 'tenantName',
  locale: 'arco-locale',
} as const

/**
 * The owner of a value that the console stores in the browser. Values of a `person` are deleted when the user
 * signs out, when the session ends and when somebody else signs in. Values of the `browser` remain. The
 * console uses only the keys that are listed below.
 */
export type Owner = 'person' | 'browser'

/**
 * Keys in localStorage, which all tabs share. A key that ends with a dot is a prefix, to which the name of a
 * list is appended.
 */
export const localKeys = {
  token: 'person',
  refresh_token: 'person',
  tenantId: 'person',
  tenantName: 'person',
  'reeve.dismissed-applications': 'person',
  /** Items that were recently opened from the command palette. */
  recent: 'person',
  /** The action by which an administrator ended the last session. The sign-in page shows it as the reason. */
  'session-end': 'person',
  'agreed-terms': 'browser',
  /** Key of the identity source that was used last in this browser. */
  'last-source': 'browser',
  'arco-locale': 'browser',
  'arco-theme': 'browser',
  settings: 'browser',
  /** `off` disables the keyboard shortcuts that have no modifier key. */
  shortcuts: 'browser',
  'list.density': 'browser',
  'list.columns.': 'browser',
} as const satisfies Record<string, Owner>

/**
 * IndexedDB database that contains the key to which the browser's sessions are bound. It is deleted together
 * with the values of a `person`.
 */
export const keyDatabase = { name: 'reeve', store: 'key' } as const

/**
 * Time at which the tab last reloaded itself because of a missing file, and the number of such reloads in a
 * row.
 */
export const reloadsKey = 'reeve.reloads'

/** Keys in sessionStorage, which belongs to one tab. */
export const tabKeys = {
  [reloadsKey]: 'browser',
  /**
   * The account that this tab's values belong to. The console compares it with the signed-in account, because
   * a browser can restore a tab after somebody else has signed in.
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
   * Path at which a sign-in to an application continues after the user has set up a second factor. The
   * sign-in itself is stored on the server and expires there.
   */
  continuation: 'browser',
  /** Scroll positions, which the router stores. */
  'tsr-scroll-restoration-v1_3': 'browser',
} as const satisfies Record<string, Owner>
