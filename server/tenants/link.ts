/** Where a message about an organization leads: to its members; the console goes into it before it opens the page. */
export const membersLink = (tenantId: string): string =>
  `/organizational-management/member-management?organization=${tenantId}`
