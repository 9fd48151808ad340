import { lazyRouteComponent } from '@tanstack/react-router'
import { tenantRules } from '../../../contract/lists.ts'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../shared/list/search-params.ts'

export const allTenantsPages = {
  allTenants: {
    component: lazyRouteComponent(() => import('./AllTenantsPage.tsx'), 'AllTenantsPage'),
    validateSearch: listSearch(tenantRules),
  },
  oneTenant: {
    component: lazyRouteComponent(() => import('./TenantPage.tsx'), 'TenantPage'),
  },
} satisfies Record<string, Page>
