import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useApplicationDialogs = lazyDialogs({
  create: () => import('./CreateApplication.tsx'),
  edit: () => import('./EditApplication.tsx'),
  rotate: () => import('./RotateSecret.tsx'),
  revoke: async () => ({ default: (await import('./confirms.tsx')).RevokeSecret }),
  disable: async () => ({ default: (await import('./confirms.tsx')).DisableApplication }),
  trySignIn: () => import('./TrySignIn.tsx'),
  delete: async () => ({ default: (await import('./confirms.tsx')).DeleteApplication }),
})

export type OpenDialog = ReturnType<typeof useApplicationDialogs>['open']
