import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'

export const useTenantDialogs = lazyDialogs({
  create: () => import('./CreateTenant.tsx'),
  edit: () => import('./EditTenant.tsx'),
  extend: () => import('./ExtendTenants.tsx'),
  delete: () => import('./DeleteTenant.tsx'),
})

export type OpenDialog = ReturnType<typeof useTenantDialogs>['open']
