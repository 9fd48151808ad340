import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'

export const useAccountDialogs = lazyDialogs({
  profile: () => import('./EditProfile.tsx'),
  password: () => import('./ChangePassword.tsx'),
  phone: () => import('./ChangePhone.tsx'),
  email: () => import('./BindEmail.tsx'),
  others: () => import('./EndOthers.tsx'),
  close: () => import('./CloseAccount.tsx'),
})
