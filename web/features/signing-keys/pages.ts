import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'

export const signingKeyPages = {
  signingKeys: { component: lazyRouteComponent(() => import('./SigningKeysPage.tsx'), 'SigningKeysPage') },
} satisfies Record<string, Page>
