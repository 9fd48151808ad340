import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useDeviceDialogs = lazyDialogs({
  save: () => import('./SaveDevice.tsx'),
  move: () => import('./MoveDevice.tsx'),
  changeStatus: () => import('./ChangeStatus.tsx'),
  renew: () => import('./RenewDevices.tsx'),
  makeCredential: () => import('./MakeCredential.tsx'),
  revokeCredential: () => import('./RevokeCredential.tsx'),
  delete: () => import('./DeleteDevice.tsx'),
})

export type OpenDialog = ReturnType<typeof useDeviceDialogs>['open']
