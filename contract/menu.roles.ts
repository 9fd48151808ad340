/** Session roles that manage the current organization. */
export const organization = ['privateAdmin', 'organizationAdmin', 'adminPlus'] as const

/**
 * Session roles that manage the platform. Each page adds the permission code that also grants access to it.
 */
const platformRoles = ['adminPlus', 'selfAdmin'] as const
export const administrators = platformRoles
export const application = [...platformRoles, 'application_management'] as const
export const tenant = [...platformRoles, 'organization_list'] as const
export const review = [...platformRoles, 'certification_audit'] as const
export const account = [...platformRoles, 'account_management', 'security_management'] as const
export const device = [...platformRoles, 'account_management'] as const
export const security = [...platformRoles, 'security_management'] as const
export const audit = [...platformRoles, 'audit_view'] as const
