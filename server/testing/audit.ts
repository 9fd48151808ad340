import { type Selectable, sql } from 'kysely'
import { expect } from 'vitest'
import { en } from '../../contract/audit/words.en.ts'
import { zh } from '../../contract/audit/words.ts'
import type { Database } from '../db/open.ts'
import type { AuditEvent } from '../db/tables.ts'

type Row = Selectable<AuditEvent>

/** Returns the given columns of the matching audit events, oldest first. */
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

/**
 * Throws if a changed field in any audit event has no label, because the audit log would then show the
 * field's internal name.
 */
export async function expectLabels({ query }: Pick<Database, 'query'>): Promise<void> {
  const { rows } = await sql<{ field: string; action: string }>`
    select field, min(action) as action from (
      select jsonb_object_keys(changes) as field, action from audit_event
      union all
      select jsonb_object_keys(p.changes), e.action
      from audit_personal as p join audit_event as e on e.id = p.event_id and e.date_time = p.date_time
    ) as changed
    where field !~ '^[0-9a-f]{8}-' group by field`.execute(query)
  const missing = rows.filter(({ field }) =>
    [en, zh].some((words) => !Object.hasOwn(words, `field.${field}`)),
  )
  expect(
    missing.map(({ field, action }) => `'field.${field}' (changed by ${action})`),
    'Add these labels to contract/audit/actions.ts and words.en.ts',
  ).toEqual([])
}
