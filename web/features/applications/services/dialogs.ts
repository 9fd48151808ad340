import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useServiceAccountDialogs = lazyDialogs({
  usage: () => import('./UsageDialog.tsx'),
  create: () => import('./CreateServiceAccount.tsx'),
  rotate: () => import('../dialogs/RotateSecret.tsx'),
  revoke: async () => ({ default: (await import('../dialogs/confirms.tsx')).RevokeSecret }),
  disable: async () => ({ default: (await import('./confirms.tsx')).DisableServiceAccount }),
  delete: async () => ({ default: (await import('./confirms.tsx')).DeleteServiceAccount }),
})

export type OpenDialog = ReturnType<typeof useServiceAccountDialogs>['open']
