import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'

/** Dialogs about members. */
export const useMemberDialogs = lazyDialogs({
  add: () => import('./list/AddMember.tsx'),
  invite: () => import('../../shared/invitations/Invite.tsx'),
  edit: () => import('./list/EditMembers.tsx'),
  manager: () => import('./list/MakeManager.tsx'),
  handOver: () => import('./settings/HandOver.tsx'),
  remove: () => import('./list/RemoveMembers.tsx'),
})

export type OpenDialog = ReturnType<typeof useMemberDialogs>['open']

/** Dialogs about the organization. */
export const useTenantDialogs = lazyDialogs({
  handOver: () => import('./settings/ChooseOwner.tsx'),
  leave: () => import('./settings/LeaveTenant.tsx'),
  factor: () => import('./settings/RequireFactor.tsx'),
})
