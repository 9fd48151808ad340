import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useDeviceDialogs = lazyDialogs({
  save: () => import('./SaveDevice.tsx'),
  move: () => import('./MoveDevice.tsx'),
  changeStatus: () => import('./ChangeStatus.tsx'),
  renew: () => import('./RenewDevices.tsx'),
  makeCredential: () => import('./MakeCredential.tsx'),
  revokeCredential: async () => ({ default: (await import('./confirms.tsx')).RevokeCredential }),
  delete: async () => ({ default: (await import('./confirms.tsx')).DeleteDevice }),
})

export type OpenDialog = ReturnType<typeof useDeviceDialogs>['open']
