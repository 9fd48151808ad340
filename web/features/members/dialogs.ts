import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'

export const useMemberDialogs = lazyDialogs({
  add: () => import('./list/AddMember.tsx'),
  invite: () => import('../../shared/invitations/Invite.tsx'),
  edit: () => import('./list/EditMembers.tsx'),
  manager: () => import('./list/MakeManager.tsx'),
  handOver: async () => ({ default: (await import('./settings/confirms.tsx')).HandOver }),
  remove: () => import('./list/RemoveMembers.tsx'),
})

export type OpenDialog = ReturnType<typeof useMemberDialogs>['open']

export const useTenantDialogs = lazyDialogs({
  handOver: () => import('./settings/ChooseOwner.tsx'),
  leave: async () => ({ default: (await import('./settings/confirms.tsx')).LeaveTenant }),
  factor: async () => ({ default: (await import('./settings/confirms.tsx')).RequireFactor }),
})
