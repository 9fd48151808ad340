/**
 * Lengths, lifetimes and limits that the server, the console and other programs rely on. Durations are in
 * seconds unless the name says otherwise.
 */
export const limits = {
  name: { min: 1, max: 64 },
  username: { min: 3, max: 64 },
  password: { min: 8, max: 128 },
  rejectReason: { min: 1, max: 500 },
  /**
   * Pagination. `offset`: rows that can be reached by page number if the rows must be counted. `far`: the
   * same if a stored total exists.
   */
  page: { size: 20, max: 100, offset: 10_000, far: 100_000 },
  code: { digits: 6, lifetime: 300, tries: 5, resendAfter: 60 },
  /**
   * Proof of work, required once half of a rate limit is used. `tries`: maximum number of key
   * derivations in the first step, doubled in each further step. `cost`, `blockSize`: scrypt parameters
   * (2.3 ms on a slow core, 0.5 MB). `answer`: maximum length of an answer.
   */
  proofOfWork: { lifetime: 300, tries: 32, cost: 512, blockSize: 8, answer: 4_096 },
  codesPerPhone: { perDay: 10, forStrangers: 5 },
  codesPerNetwork: { perHour: 30, perDay: 200 },
  /** Verification emails that one account can request. */
  codesPerAccount: { perHour: 30 },
  /**
   * Notifications by SMS or email to one phone number or address in a day. Verification codes are not
   * counted.
   */
  notices: { perDay: 20 },
  /** Days for which sent SMS messages are listed in the SMS log. */
  smsDays: 90,
  /**
   * Changes of a phone number, password or email address. `perDay`: changes to one account by all people
   * together. `byOnePerHour`: changes that one person makes to other accounts.
   */
  credentials: { perDay: 10, byOnePerHour: 60 },
  /**
   * `perNetwork` limits the attempts on all accounts from unknown browsers in one network. REEVE_LIMITS
   * multiplies it.
   */
  signIn: { tries: 10, window: 900, perDay: 100, perNetwork: 100 },
  lookups: { perHour: 60 },
  /** Passwords that one network can have checked for strength, in sign-ups and resets. */
  newPasswords: { perHour: 120 },
  /**
   * `max`: wrong device codes that an account can enter before it must wait. The wait is `window` seconds at
   * first and doubles each time, up to `longest`.
   */
  deviceCode: { max: 5, window: 60, longest: 3_600 },
  /**
   * OpenID authorization requests, device codes and pushed authorization requests. `perNetwork`: requests per
   * window by one network or one signed-in account. `perDeployment`: requests per window in total.
   * REEVE_LIMITS multiplies both. `parameters`, `parameter`, `short`: maximum length of all parameters
   * together, of one parameter, and of particular short parameters.
   */
  begun: {
    ...{ perNetwork: 300, perDeployment: 20_000, window: 600, parameters: 4_096, parameter: 2_048 },
    short: { nonce: 512, login_hint: 256, ui_locales: 256, acr_values: 256, device_name: 512 },
  },
  accessToken: 300,
  refreshGrace: 10,
  /** Days for which the owner can cancel the closure of an account. */
  closing: 15,
  session: { idle: 30 * 86_400, absolute: 90 * 86_400, adminIdle: 12 * 3_600 },
  /** Seconds for which a verified password or code is accepted as proof of identity for sensitive operations. */
  freshProof: 600,
  /**
   * Second factors. `each`: factors of one account. `recoveryCodes`: codes issued at set-up. `lifetime`: time
   * limit for the second step of a sign-in. `tries`: wrong codes allowed in it. `setUp`: time limit for
   * setting up a factor.
   */
  factor: {
    ...{ each: 10, setUpsPerHour: 30, challengesPerHour: 60, recoveryCodes: 10 },
    ...{ lifetime: 300, tries: 5, setUp: 600 },
    /**
     * Reset of another account's second factors, in seconds. `lapses`: time in which a second administrator
     * must confirm. `wait`: time between confirmation and reset. `independent`: how long an account cannot
     * request or confirm a reset after somebody else created it or changed its credentials or permissions.
     */
    reset: { lapses: 7 * 86_400, wait: 86_400, independent: 30 * 86_400 },
    /** Maximum length of a passkey response. */
    answer: 8_192,
  },
  /**
   * Days for which a message in the console is stored. To-do messages are stored until the user completes
   * them.
   */
  messageDays: 365,
  nested: 100,
  /** Maximum length of a search term. */
  search: 64,
  areas: 100,
  address: 200,
  reference: 128,
  /** Organization requests that one account can have open at the same time. */
  pendingCertifications: 3,
  joinCode: { minutes: { min: 1, max: 43_200 }, uses: { min: 1, max: 100_000 }, live: 100 },
  /** `each`: webhooks per organization, and for the platform. */
  webhooks: { each: 20, url: 2_048 },
  /** Saved views. `each`: views per list of one account or one organization. */
  views: { each: 20, name: { min: 1, max: 32 } },
  /** Maximum number of rows that one request can change. */
  batch: 1_000,
  /** Rows that "select all matching" can select. Bulk actions change them in batches. */
  chosen: 10_000,
  device: { specification: 1_000, config: 32 * 1024, report: 16 * 1024 },
  /** Limits for registering an application: number of entries, and their lengths. */
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
     * `bytes`, `pixels`: maximum size of an uploaded icon. `least`: minimum length of its shorter side.
     * `edge`: side length of the stored icon. `perDay`: uploads by one account. `hours`: how long an unused
     * upload is stored.
     */
    icon: { bytes: 1024 * 1024, pixels: 16_000_000, least: 64, edge: 128, perDay: 100, hours: 24 },
  },
  /** Maximum number of service accounts of one organization. */
  serviceAccounts: 50,
  /** Seconds for which the previous secret is accepted after a rotation. */
  rotation: 86_400,
  /**
   * Personal data export. `perDay`: requests by one account. `hours`: how long the file can be downloaded.
   * `lease`, `sending`: seconds that a server process can spend on one part, and on sending the file.
   * `tries`: maximum number of attempts. `retentionDays`: days for which the request itself is stored.
   */
  dataExport: { perDay: 3, hours: 24, lease: 60, sending: 600, tries: 5, retentionDays: 30 },
  /**
   * Imported files. `bytes`, `unpacked`: maximum size before and after decompression. `rows` excludes the
   * title row. `hours`: how long an upload is stored.
   */
  import: {
    bytes: 10 * 1024 * 1024,
    unpacked: 64 * 1024 * 1024,
    rows: 50_000,
    columns: 100,
    /** The number of cells, including empty ones. */
    cells: 1_000_000,
    hours: 24,
    /** Uploads stored for one account. The oldest one is deleted when another is added. */
    maxUploads: 5,
    /** Phone numbers that one owner or manager can look up by imports in a day. */
    phonesPerDay: 1_000,
  },
} as const

export const clientId = 'web'

/** Value of `tenantName` while the personal organization is selected. */
export const personalTenant = 'SELF'

export const landingPath = '/accountInfo/index'
