import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../shared/list/search-params.ts'
import { reviewRules } from './search.ts'

export const certificationPages = {
  auditManagement: {
    component: lazyRouteComponent(() => import('./ReviewPage.tsx'), 'ReviewPage'),
    validateSearch: listSearch(reviewRules),
  },
} satisfies Record<string, Page>
