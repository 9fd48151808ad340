import type { ListRules } from '../../shared/list/search-params.ts'

export const kinds = ['MESSAGE', 'NOTICE', 'TODO'] as const
export type Kind = (typeof kinds)[number]

export const messageRules = {
  filters: { type: kinds, status: ['unread'] },
  sorts: [],
} as const satisfies ListRules
