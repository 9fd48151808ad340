import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useAccountDialogs = lazyDialogs({
  create: () => import('./CreateAccount.tsx'),
  edit: () => import('./EditAccount.tsx'),
  resetPassword: () => import('./ResetPassword.tsx'),
  enable: () => import('./EnableAccounts.tsx'),
  endSessions: () => import('./EndSessions.tsx'),
  setAdmin: () => import('./SetAdmin.tsx'),
  factorReset: () => import('./FactorReset.tsx'),
  close: () => import('./CloseAccount.tsx'),
})

export type OpenDialog = ReturnType<typeof useAccountDialogs>['open']
