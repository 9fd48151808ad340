import { lazyRouteComponent } from '@tanstack/react-router'
import { accountRules } from '../../../contract/lists.ts'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../shared/list/search-params.ts'

export const accountPages = {
  accountManagement: {
    component: lazyRouteComponent(() => import('./AccountsPage.tsx'), 'AccountsPage'),
    validateSearch: listSearch(accountRules),
  },
  accountDetail: {
    component: lazyRouteComponent(() => import('./detail/AccountDetailPage.tsx'), 'AccountDetailPage'),
  },
} satisfies Record<string, Page>
