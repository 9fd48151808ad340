import { lazyRouteComponent } from '@tanstack/react-router'
import { memberRules } from '../../../contract/lists.ts'
import type { Page } from '../../lib/page.ts'
import { listSearch } from '../../shared/list/search-params.ts'

const loadPermissions = () => import('./permissions/PermissionPages.tsx')
const ofMembers = { validateSearch: listSearch(memberRules) }

export const memberPages = {
  memberManagement: {
    component: lazyRouteComponent(() => import('./list/MemberPage.tsx'), 'MemberPage'),
    ...ofMembers,
  },
  palgoPermission: { component: lazyRouteComponent(loadPermissions, 'PalgoPermissionPage'), ...ofMembers },
  dataPermission: { component: lazyRouteComponent(loadPermissions, 'DataPermissionPage'), ...ofMembers },
  organizationConfiguration: {
    component: lazyRouteComponent(() => import('./settings/ConfigurationPage.tsx'), 'ConfigurationPage'),
  },
} satisfies Record<string, Page>
