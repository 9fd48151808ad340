/**
 * Prefixes of React Query keys that several folders use, for example to invalidate the queries of another
 * folder. A prefix that only one folder uses is declared in that folder. checks/query-keys.test.ts enforces
 * both rules.
 */
export const queryKeys = {
  account: ['account'],
  certifications: ['certifications'],
  tenant: ['tenant'],
} as const
