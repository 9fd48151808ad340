import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useServiceAccountDialogs = lazyDialogs({
  usage: () => import('./UsageDialog.tsx'),
  create: () => import('./CreateServiceAccount.tsx'),
  rotate: () => import('../dialogs/RotateSecret.tsx'),
  revoke: () => import('../dialogs/RevokeSecret.tsx'),
  disable: () => import('./DisableServiceAccount.tsx'),
  delete: () => import('./DeleteServiceAccount.tsx'),
})

export type OpenDialog = ReturnType<typeof useServiceAccountDialogs>['open']
