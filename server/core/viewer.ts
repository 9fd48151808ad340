import { limits } from '../../contract/limits.ts'
import { type Action, allowed, type Relation } from '../../contract/permissions.ts'
import { AppError } from './errors.ts'

/** The signed-in account as its row says it at this very request. */
export interface Viewer {
  accountId: string
  sessionId: string
  admin: boolean
  authCodes: readonly string[]
  passwordChangeRequired: boolean
  /** When the user last proved by a password or a code who they are: at the sign-in, or later by `reauthenticate`. */
  authenticatedAt: Date
  /** The database's clock at loading: sessions and codes are never judged by this machine's. */
  now: Date
}

const platformCodes = ['organization_list', 'certification_audit', 'account_management'] as const

/** What the viewer is on the whole platform, before any target is looked at. */
export function platformRelations(viewer: Viewer): Set<Relation> {
  const relations = new Set<Relation>(['signedIn'])
  if (viewer.admin) relations.add('admin')
  for (const code of platformCodes) if (viewer.authCodes.includes(code)) relations.add(code)
  return relations
}

/** The one place where a permission is decided. Throws FORBIDDEN. */
export function demand(action: Action, viewer: Viewer, towardsTarget: readonly Relation[] = []): void {
  const relations = platformRelations(viewer)
  for (const relation of towardsTarget) relations.add(relation)
  if (!allowed(action, relations)) throw new AppError('FORBIDDEN')
}

/** Whether the session's proof is fresh: a stolen, open browser must not be enough to take an account over. */
export const isFresh = ({ now, authenticatedAt }: Viewer): boolean =>
  now.getTime() - authenticatedAt.getTime() <= limits.freshProof * 1_000
