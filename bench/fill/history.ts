import { ago, came, draw, type Fill, id, organization, organizationId, type Step } from './draw.ts'
import { organizationName } from './organizations.ts'
import { amounts } from './sizes.ts'

export function messages({ size, adminId, now }: Fill): Step[] {
  const { messages: rows, accounts, organizations } = amounts(size)
  return [
    {
      table: 'message',
      rows,
      columns: {
        account_id: `'${adminId}'::uuid`,
        id: id('message', 'n'),
        type: `'NOTICE'`,
        template: `'tenant.deleted'`,
        params: `jsonb_build_object('tenant', ${organizationName(organizations)})`,
        created_at: came(now, rows),
        read_at: `case when ${draw(83, 10)} > 0 then ${came(now, rows)} + interval '1 hour' end`,
      },
    },
    {
      table: 'message',
      rows: accounts,
      columns: {
        account_id: id('account', 'n'),
        id: id('notice', 'n'),
        type: `'NOTICE'`,
        template: `'account.authCodes'`,
        created_at: came(now, accounts),
      },
    },
  ]
}

/** The audit events are spread over this number of days before `now`. */
export const auditDays = 90

export function audit({ size, now }: Fill): Step[] {
  const { events: rows, accounts, organizations } = amounts(size)
  const tenant = organizationId(organization(53, 0, Math.floor(organizations * 0.86)))
  const actor = id('account', `1 + ${draw(52, accounts)}`)
  const eventId = id('event', 'n')
  const at = ago(now, `${auditDays} * (1 - n / ${rows}.0::float8)`)
  const of = (signIn: string, device: string, other: string) =>
    `case when ${draw(51, 10)} < 6 then ${signIn} when ${draw(51, 10)} < 9 then ${device} else ${other} end`
  return [
    {
      table: 'audit_event',
      rows,
      columns: {
        tenant_id: of(actor, tenant, tenant),
        id: eventId,
        date_time: at,
        actor_id: actor,
        action: of(`'SignIn'`, `'SaveDeviceByPalgo'`, `'UpdateTenant'`),
        target_type: of(`'account'`, `'device'`, `'tenant'`),
        target_id: of(`(${actor})::text`, `'EG' || n`, `(${tenant})::text`),
        success: `${draw(55, 33)} > 0`,
      },
    },
    {
      table: 'audit_personal',
      rows,
      columns: {
        event_id: eventId,
        date_time: at,
        account_id: actor,
        ip: `'203.0.113.' || ${draw(80, 254)} || ''`,
      },
    },
  ]
}
