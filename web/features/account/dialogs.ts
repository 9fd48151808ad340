import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'

export const useAccountDialogs = lazyDialogs({
  profile: () => import('./EditProfile.tsx'),
  password: () => import('./ChangePassword.tsx'),
  phone: () => import('./ChangePhone.tsx'),
  email: () => import('./BindEmail.tsx'),
  totp: () => import('./factors/AddTotp.tsx'),
  passkey: () => import('./factors/AddPasskey.tsx'),
  renameFactor: () => import('./factors/RenameFactor.tsx'),
  removeFactor: async () => ({ default: (await import('./confirms.tsx')).RemoveFactor }),
  recoveryCodes: () => import('./factors/NewRecoveryCodes.tsx'),
  others: async () => ({ default: (await import('./confirms.tsx')).EndOthers }),
  close: async () => ({ default: (await import('./confirms.tsx')).CloseAccount }),
})
