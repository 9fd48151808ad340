import { sql } from 'kysely'
import { recordAudit } from '../../core/audit.ts'
import type { Services } from '../../core/context.ts'
import { emit } from '../../core/events/emit.ts'
import type { Database, Tx } from '../../db/open.ts'
import { tenantEvent } from '../events.ts'
import { membersLink } from '../link.ts'

/** Number of organizations per transaction. */
const batch = 50

interface ExpiringTenant {
  id: string
  name: string
  owner_id: string
  /** Identifies the notice that is due: 30, 7 or 1 days before expiry, or 0 after expiry. */
  days: number
  ended: boolean
}

/**
 * Notifies owners 30, 7 and 1 days before expiry and on expiry, once each, and stores the status EXPIRED.
 * Queries do not depend on this task, because they compare expire_at with the clock.
 */
export async function sweepExpiry(db: Database, services: Pick<Services, 'sendMessage'>): Promise<void> {
  while ((await db.transaction((tx) => sendDueMessages(tx, services))) === batch);
}

async function sendDueMessages(tx: Tx, services: Pick<Services, 'sendMessage'>): Promise<number> {
  const { rows } = await sql<ExpiringTenant>`
    with due as (
      select id, status, days from tenant, lateral (select case
        when expire_at <= now() then 0
        when expire_at <= now() + interval '1 day' then 1
        when expire_at <= now() + interval '7 days' then 7
        else 30 end as days) as threshold
      where not personal and status in ('FINISH', 'EXPIRED') and expire_at <= now() + interval '30 days'
        and (expiry_notice is null or expiry_notice > days)
      order by expire_at limit ${batch}
      for update of tenant skip locked
    )
    update tenant set expiry_notice = due.days, status = case when due.days = 0 then 'EXPIRED' else tenant.status end
    from due where tenant.id = due.id
    returning tenant.id, tenant.name, tenant.owner_id, due.days, due.days = 0 and due.status = 'FINISH' as ended
  `.execute(tx)
  await emit(
    tx,
    rows.flatMap(({ id, days, ended }) => {
      if (days > 0) return tenantEvent('tenant.expiring', id, { days })
      return ended ? tenantEvent('tenant.expired', id) : []
    }),
  )
  for (const { id, name, owner_id, days, ended } of rows) {
    await services.sendMessage(tx, {
      accountId: owner_id,
      template: 'tenant.expiring',
      params: { tenant: name, days },
      link: membersLink(id),
    })
    if (!ended) continue
    await recordAudit(tx, {
      tenantId: id,
      actorId: null,
      action: 'ExpireTenant',
      targetType: 'tenant',
      targetId: id,
      ip: null,
      success: true,
      changes: { status: ['FINISH', 'EXPIRED'] },
    })
  }
  return rows.length
}
