import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useApplicationDialogs = lazyDialogs({
  create: () => import('./CreateApplication.tsx'),
  edit: () => import('./EditApplication.tsx'),
  rotate: () => import('./RotateSecret.tsx'),
  revoke: () => import('./RevokeSecret.tsx'),
  disable: () => import('./DisableApplication.tsx'),
  trySignIn: () => import('./TrySignIn.tsx'),
  delete: () => import('./DeleteApplication.tsx'),
})

export type OpenDialog = ReturnType<typeof useApplicationDialogs>['open']
