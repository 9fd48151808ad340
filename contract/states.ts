export const tenantStatuses = ['PREPARE', 'REJECT', 'FINISH', 'EXPIRED'] as const
export type TenantStatus = (typeof tenantStatuses)[number]

/** Algorithm permission inside an organization. */
export const palgoRoles = ['VIEWER', 'OPERATOR', 'DEVELOPER', 'MANAGER'] as const
export type PalgoRole = (typeof palgoRoles)[number]
