import { lazyDialogs } from '../../ui/lazyDialogs.tsx'

/** About members. */
export const useMemberDialogs = lazyDialogs({
  add: () => import('./AddMember.tsx'),
  invite: () => import('./Invite.tsx'),
  edit: () => import('./EditMembers.tsx'),
  manager: () => import('./MakeManager.tsx'),
  handOver: () => import('./HandOver.tsx'),
  remove: () => import('./RemoveMembers.tsx'),
})

export type OpenDialog = ReturnType<typeof useMemberDialogs>['open']

/** About the organization itself. */
export const useTenantDialogs = lazyDialogs({
  handOver: () => import('./ChooseOwner.tsx'),
  leave: () => import('./LeaveTenant.tsx'),
})
