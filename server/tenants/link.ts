/**
 * Returns the link to an organization's member management, for messages. The console switches to the
 * organization before it opens that page.
 */
export const membersLink = (tenantId: string): string =>
  `/organizational-management/member-management?organization=${tenantId}`
