import { lazyRouteComponent } from '@tanstack/react-router'
import { applicationRules } from '../../../contract/lists.ts'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../shared/list/search-params.ts'

export const applicationPages = {
  applicationManagement: {
    component: lazyRouteComponent(() => import('./ApplicationsPage.tsx'), 'ApplicationsPage'),
    validateSearch: listSearch(applicationRules),
  },
  applicationDetail: {
    component: lazyRouteComponent(() => import('./ApplicationPage.tsx'), 'ApplicationPage'),
  },
  serviceAccounts: {
    component: lazyRouteComponent(() => import('./services/ServiceAccountsPage.tsx'), 'ServiceAccountsPage'),
  },
} satisfies Record<string, Page>
