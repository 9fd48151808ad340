import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../shared/list/search-params.ts'
import { smsRules } from './search.ts'

export const smsPages = {
  sms: {
    component: lazyRouteComponent(() => import('./SmsPage.tsx'), 'SmsPage'),
    validateSearch: listSearch(smsRules),
  },
} satisfies Record<string, Page>
