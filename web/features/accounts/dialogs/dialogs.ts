import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useAccountDialogs = lazyDialogs({
  create: () => import('./CreateAccount.tsx'),
  edit: () => import('./EditAccount.tsx'),
  resetPassword: () => import('./ResetPassword.tsx'),
  enable: () => import('./EnableAccounts.tsx'),
  endSessions: async () => ({ default: (await import('./confirms.tsx')).EndSessions }),
  setAdmin: async () => ({ default: (await import('./confirms.tsx')).SetAdmin }),
  factorReset: async () => ({ default: (await import('./confirms.tsx')).FactorReset }),
  unlinkIdentity: async () => ({ default: (await import('./confirms.tsx')).UnlinkIdentity }),
  close: async () => ({ default: (await import('./confirms.tsx')).CloseAccount }),
})

export type OpenDialog = ReturnType<typeof useAccountDialogs>['open']
