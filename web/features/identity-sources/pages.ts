import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'

export const identitySourcePages = {
  signInMethods: { component: lazyRouteComponent(() => import('./SourcesPage.tsx'), 'SourcesPage') },
  newSignInMethod: {
    component: lazyRouteComponent(() => import('./detail/SourcePage.tsx'), 'NewSourcePage'),
    validateSearch: ({ kind }): { kind?: string } => (typeof kind === 'string' ? { kind } : {}),
  },
  signInMethod: { component: lazyRouteComponent(() => import('./detail/SourcePage.tsx'), 'SourcePage') },
} satisfies Record<string, Page>
