/** Lengths, lifetimes and keys that both sides and other programs rely on. Seconds unless a name says otherwise. */
export const limits = {
  name: { min: 1, max: 64 },
  username: { min: 3, max: 64 },
  password: { min: 8, max: 128 },
  rejectReason: { min: 1, max: 500 },
  /** Rows that a page is reached over by number: offset where they are counted page by page, far where their number is kept. */
  page: { size: 20, max: 100, offset: 10_000, far: 100_000 },
  code: { digits: 6, lifetime: 300, tries: 5, resendAfter: 60 },
  /**
   * Work that a call is paid with once half of a limit is used: how often a key is derived for the first of the steps, each of
   * which asks for twice as much, and what deriving it costs (scrypt; 2.3 ms of a slow core, 0.5 MB); characters of an answer.
   */
  toll: { lifetime: 300, tries: 32, cost: 512, blockSize: 8, answer: 4_096 },
  codesPerPhone: { perDay: 10, forStrangers: 5 },
  codesPerNetwork: { perHour: 30, perDay: 200 },
  /** Mails with a code that one account asks for. */
  codesPerAccount: { perHour: 30 },
  /** SMS and mails that one phone or e-mail address gets in a day, beside codes. */
  notices: { perDay: 20 },
  /** Days that an SMS is told to who looks after them. */
  smsDays: 90,
  /** Changes of phone, password or mail: of one account in a day, by itself or by others; of others by one in an hour. */
  credentials: { perDay: 10, byOnePerHour: 60 },
  /** perNetwork: over all accounts, from browsers that are not known; multiplied by REEVE_LIMITS. */
  signIn: { tries: 10, window: 900, perDay: 100, perNetwork: 100 },
  lookups: { perHour: 60 },
  /** New passwords of registrations and resets whose strength is checked, from one network. */
  newPasswords: { perHour: 120 },
  /** Wrong ones that an account enters before it has to wait: a minute, then twice as long each time. */
  deviceCode: { max: 5, window: 60, longest: 3_600 },
  /**
   * Sign-ins to applications that somebody begins, device codes and pushed requests: how many a network, an account that is
   * signed in, and all networks together begin within the window (REEVE_LIMITS multiplies them); characters of all their
   * parameters, of one, and of some that are short.
   */
  begun: {
    ...{ perNetwork: 300, perDeployment: 20_000, window: 600, parameters: 4_096, parameter: 2_048 },
    short: { nonce: 512, login_hint: 256, ui_locales: 256, acr_values: 256, device_name: 512 },
  },
  accessToken: 300,
  refreshGrace: 10,
  /** Days in which an account that is being closed can be taken back. */
  closing: 15,
  session: { idle: 30 * 86_400, absolute: 90 * 86_400, adminIdle: 12 * 3_600 },
  /** How long a password or code that was given stands for who gave it, before what could take an account over. */
  freshProof: 600,
  /**
   * Second factors: how many an account has and sets up in an hour, how many recovery codes it gets; how long a sign-in waits
   * for one, how many wrong codes it takes; how long one is being set up.
   */
  factor: {
    ...{ each: 10, setUpsPerHour: 30, challengesPerHour: 60, recoveryCodes: 10 },
    ...{ lifetime: 300, tries: 5, setUp: 600 },
    /**
     * Seconds: in which a removal is confirmed, until it is done then, and for which an account takes no part after somebody
     * else has made it, or set its credentials or its permission.
     */
    reset: { lapses: 7 * 86_400, wait: 86_400, independent: 30 * 86_400 },
    /** Characters of what a passkey answers. */
    answer: 8_192,
  },
  /** Days that a message in the console is kept; one that asks to do something, until that is done. */
  messageDays: 365,
  nested: 100,
  /** What a search box takes. */
  search: 64,
  areas: 100,
  address: 200,
  reference: 128,
  /** Open applications an account. */
  pendingCertifications: 3,
  joinCode: { minutes: { min: 1, max: 43_200 }, uses: { min: 1, max: 100_000 }, live: 100 },
  /** each: of one organization, or of the platform. */
  webhooks: { each: 20, url: 2_048 },
  /** Of one list: how many views an account and an organization have, characters of a name. */
  views: { each: 20, name: { min: 1, max: 32 } },
  /** Rows that one call changes. */
  batch: 1_000,
  /** Rows that are chosen at once by what a list is narrowed to, and changed in batches. */
  chosen: 10_000,
  device: { specification: 1_000, config: 32 * 1024, report: 16 * 1024 },
  /** What an application is registered with: how many of each, and how long one may be. */
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
     * Bytes and pixels of one as sent, pixels of its shorter side at least, of both as it is kept; how many somebody sends in
     * a day, hours that one waits for an application that names it.
     */
    icon: { bytes: 1024 * 1024, pixels: 16_000_000, least: 64, edge: 128, perDay: 100, hours: 24 },
  },
  /** Of one organization. */
  serviceAccounts: 50,
  /** A second secret is there; seconds that the one before it still works. */
  rotation: 86_400,
  /**
   * One's own data as a file: how many an account asks for in a day, hours that it waits to be fetched; seconds for which a
   * node has it to make a part of it, and to send it whole; how often it is tried, days that it is known that it was asked for.
   */
  dataExport: { perDay: 3, hours: 24, lease: 60, sending: 600, tries: 5, keptDays: 30 },
  /** Of a file that is imported: bytes as sent and unpacked, rows without titles; hours that an upload is kept. */
  import: {
    bytes: 10 * 1024 * 1024,
    unpacked: 64 * 1024 * 1024,
    rows: 50_000,
    columns: 100,
    /** Empty ones included. */
    cells: 1_000_000,
    hours: 24,
    /** Of one account; those before are dropped. */
    kept: 5,
    /** Phones an owner or manager may look up by imports in a day. */
    phonesPerDay: 1_000,
  },
} as const

export const clientId = 'web'

/** What `tenantName` holds while the personal organization is chosen. */
export const personalTenant = 'SELF'

export const landingPath = '/accountInfo/index'
