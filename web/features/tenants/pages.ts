import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'

export const tenantPages = {
  join: { component: lazyRouteComponent(() => import('./JoinPage.tsx'), 'JoinPage') },
} satisfies Record<string, Page>
