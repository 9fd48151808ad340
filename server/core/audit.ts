import type { Tx } from '../db/open.ts'
import { newId, noTenant } from './id.ts'

/** What changed: field → [before, after]. Never a secret, a code, a password or a whole phone number. */
export type Changes = Record<string, readonly [before: unknown, after: unknown]>

export interface AuditEntry {
  /** The organization it happened in, or the account's own; none for what belongs to nobody. */
  tenantId: string | null
  /** None for what nobody signed in did. */
  actorId: string | null
  /** The operation's name in the contract: SignIn, UpdateProfile, … */
  action: string
  targetType: 'account' | 'session' | 'tenant' | 'device' | 'joinCode'
  targetId: string | null
  ip: string | null
  success: boolean
  changes?: Changes
}

/** Written in the transaction of the change, so that neither can be without the other. */
export const recordAudit = (tx: Tx, entry: AuditEntry): Promise<void> => recordAudits(tx, [entry])

/** Of one or more changes; their order is kept. */
export async function recordAudits(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (!entries.length) return
  await tx
    .insertInto('audit_event')
    .values(
      entries.map((entry) => ({
        id: newId(),
        tenant_id: entry.tenantId ?? noTenant,
        actor_id: entry.actorId,
        action: entry.action,
        target_type: entry.targetType,
        target_id: entry.targetId,
        ip: entry.ip,
        success: entry.success,
        changes: JSON.stringify(onlyChanged(entry.changes ?? {})),
      })),
    )
    .execute()
}

/** Fields whose value did not change say nothing. */
export const onlyChanged = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after)),
  )
