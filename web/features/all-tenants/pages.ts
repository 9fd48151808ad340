import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../list/search-params.ts'
import { tenantRules } from './search.ts'

export const allTenantsPages = {
  allTenants: {
    component: lazyRouteComponent(() => import('./AllTenantsPage.tsx'), 'AllTenantsPage'),
    validateSearch: listSearch(tenantRules),
  },
  oneTenant: {
    component: lazyRouteComponent(() => import('./TenantPage.tsx'), 'TenantPage'),
  },
} satisfies Record<string, Page>
