import type { Selectable } from 'kysely'
import type { Database } from '../db/open.ts'
import type { AuditEvent } from '../db/tables.ts'

type Row = Selectable<AuditEvent>

/** These columns of the audit events that have these values, oldest first. */
export const auditEvents = <Column extends keyof Row>(
  { query }: Pick<Database, 'query'>,
  columns: readonly Column[],
  values: Partial<Pick<Row, 'tenant_id' | 'target_id' | 'target_type' | 'actor_id' | 'action' | 'success'>>,
) =>
  query
    .selectFrom('audit_event')
    .select(columns)
    .where((eb) => eb.and(values))
    .orderBy('id')
    .execute()
