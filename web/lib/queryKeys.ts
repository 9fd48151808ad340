/**
 * First parts of React Query keys that more than one folder uses, to invalidate what another folder shows. A prefix
 * that only one folder uses is declared there; checks/query-keys.test.ts compares them all.
 */
export const queryKeys = {
  account: ['account'],
  certifications: ['certifications'],
  tenant: ['tenant'],
} as const
