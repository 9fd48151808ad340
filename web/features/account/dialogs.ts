import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'

export const useAccountDialogs = lazyDialogs({
  profile: () => import('./EditProfile.tsx'),
  password: () => import('./ChangePassword.tsx'),
  phone: () => import('./ChangePhone.tsx'),
  email: () => import('./BindEmail.tsx'),
  totp: () => import('./factors/AddTotp.tsx'),
  passkey: () => import('./factors/AddPasskey.tsx'),
  renameFactor: () => import('./factors/RenameFactor.tsx'),
  removeFactor: () => import('./factors/RemoveFactor.tsx'),
  recoveryCodes: () => import('./factors/NewRecoveryCodes.tsx'),
  others: () => import('./EndOthers.tsx'),
  close: () => import('./CloseAccount.tsx'),
})
