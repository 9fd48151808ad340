/** Who runs the organization that the session is in. */
export const organization = ['privateAdmin', 'organizationAdmin', 'adminPlus'] as const

/** Who runs the platform; beside them whoever holds the code that a page names. */
const platformRoles = ['adminPlus', 'selfAdmin'] as const
export const application = [...platformRoles, 'application_management'] as const
export const tenant = [...platformRoles, 'organization_list'] as const
export const review = [...platformRoles, 'certification_audit'] as const
export const account = [...platformRoles, 'account_management', 'security_management'] as const
export const device = [...platformRoles, 'account_management'] as const
export const security = [...platformRoles, 'security_management'] as const
export const audit = [...platformRoles, 'audit_view'] as const
