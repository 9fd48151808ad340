export const tenantStatuses = ['PREPARE', 'REJECT', 'FINISH', 'EXPIRED'] as const
export type TenantStatus = (typeof tenantStatuses)[number]

export const tenantEvents = ['confirm', 'reject', 'rePrepare', 'expire', 'extend', 'delete'] as const
export type TenantEvent = (typeof tenantEvents)[number]

const tenantTransitions: Record<TenantStatus, Partial<Record<TenantEvent, TenantStatus | 'DELETED'>>> = {
  PREPARE: { confirm: 'FINISH', reject: 'REJECT', delete: 'DELETED' },
  REJECT: { rePrepare: 'PREPARE', delete: 'DELETED' },
  FINISH: { expire: 'EXPIRED', delete: 'DELETED' },
  EXPIRED: { extend: 'FINISH', delete: 'DELETED' },
}

/** Where the event leads from that status; null where it leads nowhere, which a caller is told as CONFLICT. */
export const nextStatus = (status: TenantStatus, event: TenantEvent): TenantStatus | 'DELETED' | null =>
  tenantTransitions[status][event] ?? null

/** Algorithm permission inside an organization. */
export const palgoRoles = ['VIEWER', 'OPERATOR', 'DEVELOPER', 'MANAGER'] as const
export type PalgoRole = (typeof palgoRoles)[number]
