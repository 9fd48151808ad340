import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'
import { validateSearch } from './search.ts'

const load = () => import('./WebhooksPage.tsx')

export const eventPages = {
  platformWebhooks: { component: lazyRouteComponent(load, 'PlatformWebhooksPage'), validateSearch },
  tenantWebhooks: { component: lazyRouteComponent(load, 'TenantWebhooksPage'), validateSearch },
} satisfies Record<string, Page>
