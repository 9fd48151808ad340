import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'

export const workplacePages = {
  workplace: {
    component: lazyRouteComponent(() => import('./WorkplacePage.tsx'), 'WorkplacePage'),
    /** Administrators can view the workplace of the platform without leaving the current organization. */
    validateSearch: ({ scope }): { scope?: 'platform' } =>
      scope === 'platform' ? { scope } : { scope: undefined },
  },
} satisfies Record<string, Page>
