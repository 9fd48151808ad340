/**
 * Returns the link for messages about an organization. The console switches to the organization before it
 * opens the page.
 */
export const membersLink = (tenantId: string): string =>
  `/organizational-management/member-management?organization=${tenantId}`
