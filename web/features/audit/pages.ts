import { lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../shared/list/search-params.ts'
import { auditRules } from './search.ts'

const load = () => import('./AuditPage.tsx')
const validateSearch = listSearch(auditRules)

export const auditPages = {
  platformRecord: { component: lazyRouteComponent(load, 'PlatformAuditPage'), validateSearch },
  organizationRecord: { component: lazyRouteComponent(load, 'TenantAuditPage'), validateSearch },
  accountRecord: { component: lazyRouteComponent(load, 'OwnAuditPage'), validateSearch },
} satisfies Record<string, Page>
