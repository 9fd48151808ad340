/**
 * Lengths, lifetimes and limits that the server, the console and other programs rely on. Unless the name says
 * otherwise, durations are in seconds.
 */
export const limits = {
  name: { min: 1, max: 64 },
  username: { min: 3, max: 64 },
  password: { min: 8, max: 128 },
  rejectReason: { min: 1, max: 500 },
  /**
   * Pagination. `size` is the default page size and `max` the maximum. Users can go to a page by its number
   * within the first `offset` rows. If the row count of the list is stored, they can do so within the first
   * `far` rows.
   */
  page: { size: 20, max: 100, offset: 10_000, far: 100_000 },
  code: { digits: 6, lifetime: 300, tries: 5, resendAfter: 60 },
  /**
   * Proof of work, which is required once half of a rate limit is used. `tries` is the maximum number of key
   * derivations in the first step, which doubles in each further step. `cost` and `blockSize` are scrypt
   * parameters (2.3 ms on a slow core, 0.5 MB). `answer` is the maximum length of an answer.
   */
  proofOfWork: { lifetime: 300, tries: 32, cost: 512, blockSize: 8, answer: 4_096 },
  codesPerPhone: { perDay: 10, forStrangers: 5 },
  codesPerNetwork: { perHour: 30, perDay: 200 },
  /** Maximum number of verification emails that one account can request in an hour. */
  codesPerAccount: { perHour: 30 },
  /**
   * Maximum number of notifications by SMS or email to one phone number or email address in a day.
   * Verification codes are not included.
   */
  notices: { perDay: 20 },
  /** Number of days for which the SMS log lists a sent SMS. */
  smsDays: 90,
  /**
   * Limits on changes of phone numbers, passwords and email addresses. `perDay` limits the changes to one
   * account, whoever makes them. `byOnePerHour` limits the changes that one person makes to other accounts.
   */
  credentials: { perDay: 10, byOnePerHour: 60 },
  /**
   * Limits on failed sign-ins. `perNetwork` limits the attempts from unknown browsers in one network, over
   * all accounts. REEVE_LIMITS multiplies this limit.
   */
  signIn: { tries: 10, window: 900, perDay: 100, perNetwork: 100 },
  lookups: { perHour: 60 },
  /**
   * Maximum number of new passwords, in sign-ups and resets, whose strength is checked for one network in an
   * hour.
   */
  newPasswords: { perHour: 120 },
  /**
   * Limits on wrong device codes. After `max` wrong codes, an account must wait for `window` seconds. The
   * wait doubles each time, up to `longest`.
   */
  deviceCode: { max: 5, window: 60, longest: 3_600 },
  /**
   * Limits on authorization requests, device authorizations and pushed authorization requests. In each
   * window, `perNetwork` limits the requests of one network or one signed-in account, and `perDeployment`
   * limits all requests. REEVE_LIMITS multiplies both. `parameters`, `parameter` and `short` are the maximum
   * lengths of all parameters together, of one parameter, and of particular short parameters.
   */
  begun: {
    ...{ perNetwork: 300, perDeployment: 20_000, window: 600, parameters: 4_096, parameter: 2_048 },
    short: { nonce: 512, login_hint: 256, ui_locales: 256, acr_values: 256, device_name: 512 },
  },
  accessToken: 300,
  refreshGrace: 10,
  /** Number of days within which the owner can cancel the closure of an account. */
  closing: 15,
  session: { idle: 30 * 86_400, absolute: 90 * 86_400, adminIdle: 12 * 3_600 },
  /**
   * Seconds for which a verified password or code counts as a recent proof of identity for sensitive
   * operations.
   */
  freshProof: 600,
  /**
   * Limits on second factors. `each` limits the factors of one account, and `recoveryCodes` is the number of
   * codes issued at set-up. The second step of a sign-in must be completed within `lifetime` and allows
   * `tries` wrong codes. A factor must be set up within `setUp`.
   */
  factor: {
    ...{ each: 10, setUpsPerHour: 30, challengesPerHour: 60, recoveryCodes: 10 },
    ...{ lifetime: 300, tries: 5, setUp: 600 },
    /**
     * Reset of another account's second factors, in seconds. `lapses` is the time in which a second
     * administrator must confirm, and `wait` the time between confirmation and reset. `independent` is the
     * time for which an account cannot request or confirm a reset after somebody else has created it or
     * changed its credentials or permissions.
     */
    reset: { lapses: 7 * 86_400, wait: 86_400, independent: 30 * 86_400 },
    /** Maximum length of the response of a passkey. */
    answer: 8_192,
  },
  /**
   * Number of days for which a message in the console is stored. To-do messages are stored at least until the
   * task is done.
   */
  messageDays: 365,
  nested: 100,
  /** Maximum length of a search term. */
  search: 64,
  areas: 100,
  address: 200,
  reference: 128,
  /** Maximum number of pending organization requests that one account can have. */
  pendingCertifications: 3,
  joinCode: { minutes: { min: 1, max: 43_200 }, uses: { min: 1, max: 100_000 }, live: 100 },
  /**
   * `each` is the maximum number of webhooks that one organization can have. It also limits the webhooks of
   * the platform.
   */
  webhooks: { each: 20, url: 2_048 },
  /**
   * Identity sources. `each`: maximum number of sources. `lifetime`: seconds from the start of a sign-in
   * until it expires. `tries`: wrong SMS codes per sign-in. `patience`: timeout for a provider's response in
   * milliseconds. `answer`: maximum size of a response in bytes. `failures`: consecutive failures after which
   * the sign-in page hides a source.
   */
  identitySources: {
    ...{ each: 50, key: { min: 2, max: 32 }, clientId: 256, clientSecret: 512, issuer: 512, agentId: 64 },
    ...{ scopes: 20, scope: 64, lifetime: 600, tries: 5, patience: 8_000, answer: 256 * 1_024, failures: 3 },
  },
  /** Limits on saved views. `each` limits the views per list of one account or one organization. */
  views: { each: 20, name: { min: 1, max: 32 } },
  /** Maximum number of rows that one request can change. */
  batch: 1_000,
  /** Maximum number of rows that "select all matching" selects. Bulk actions change them in batches. */
  chosen: 10_000,
  device: { specification: 1_000, config: 32 * 1024, report: 16 * 1024 },
  /** Limits for the registration of an application: numbers of entries and their lengths. */
  application: {
    addresses: 20,
    address: 512,
    scopes: 50,
    scope: 64,
    resources: 20,
    tenants: 100,
    keys: 10,
    jwks: 16 * 1024,
    /**
     * Limits on application icons. `bytes` and `pixels` limit the size of an uploaded image, and `least` is
     * the minimum length of its shorter side. `edge` is the side length of the stored icon. `perDay` limits
     * the uploads by one account. An unused upload is stored for `hours` hours.
     */
    icon: { bytes: 1024 * 1024, pixels: 16_000_000, least: 64, edge: 128, perDay: 100, hours: 24 },
  },
  /** Maximum number of service accounts of one organization. */
  serviceAccounts: 50,
  /** Seconds for which the previous secret is still accepted after a rotation. */
  rotation: 86_400,
  /**
   * Limits on personal data exports. `perDay` limits the requests by one account. The file can be downloaded
   * for `hours` hours. `lease` and `sending` are the seconds that a server can spend on one part and on
   * sending the file. `tries` limits the attempts. The request itself is stored for `retentionDays` days.
   */
  dataExport: { perDay: 3, hours: 24, lease: 60, sending: 600, tries: 5, retentionDays: 30 },
  /**
   * Limits on imported files. `bytes` and `unpacked` are the maximum sizes before and after decompression.
   * `rows` does not include the title row. An upload is stored for `hours` hours.
   */
  import: {
    bytes: 10 * 1024 * 1024,
    unpacked: 64 * 1024 * 1024,
    rows: 50_000,
    columns: 100,
    /** Maximum number of cells, including empty ones. */
    cells: 1_000_000,
    hours: 24,
    /** Maximum number of uploads that are stored for one account. Another upload replaces the oldest one. */
    maxUploads: 5,
    /** Maximum number of phone numbers that an owner or manager can look up in a day by importing them. */
    phonesPerDay: 1_000,
  },
} as const

export const clientId = 'web'

/** Value of `tenantName` in the browser's storage while the personal organization is selected. */
export const personalTenant = 'SELF'

export const landingPath = '/accountInfo/index'
