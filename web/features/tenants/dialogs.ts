import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'

export const useTenantDialogs = lazyDialogs({
  apply: () => import('./Apply.tsx'),
  papers: () => import('./Papers.tsx'),
  join: () => import('./Join.tsx'),
  delete: () => import('./DeleteTenant.tsx'),
  acceptFactor: () => import('./AcceptFactor.tsx'),
  leave: () => import('./LeaveTenant.tsx'),
})

export type OpenDialog = ReturnType<typeof useTenantDialogs>['open']
