/**
 * Prefixes of React Query keys that more than one folder uses, for example to invalidate queries of another
 * folder. A prefix that only one folder uses is declared there. checks/query-keys.test.ts checks both.
 */
export const queryKeys = {
  account: ['account'],
  certifications: ['certifications'],
  tenant: ['tenant'],
} as const
