import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../shared/list/search-params.ts'
import { messageRules } from './search.ts'

export const messagePages = {
  messageList: {
    component: lazyRouteComponent(() => import('./MessagesPage.tsx'), 'MessagesPage'),
    validateSearch: listSearch(messageRules),
  },
} satisfies Record<string, Page>
