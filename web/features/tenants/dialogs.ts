import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'

export const useTenantDialogs = lazyDialogs({
  apply: () => import('./Apply.tsx'),
  papers: () => import('./AddDocuments.tsx'),
  join: () => import('./Join.tsx'),
  delete: async () => ({ default: (await import('./confirms.tsx')).DeleteTenant }),
  acceptFactor: async () => ({ default: (await import('./confirms.tsx')).AcceptFactor }),
  leave: async () => ({ default: (await import('./confirms.tsx')).LeaveTenant }),
})

export type OpenDialog = ReturnType<typeof useTenantDialogs>['open']
