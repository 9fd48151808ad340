import { type AnyRoute, createRoute, lazyRouteComponent, type Route } from '@tanstack/react-router'
import { type EntryName, everyEntry, type MenuEntry, type PageName } from '../../contract/menu.ts'
import { accountPages } from '../features/accounts/pages.ts'
import { allTenantsPages } from '../features/all-tenants/pages.ts'
import { applicationPages } from '../features/applications/pages.ts'
import { auditPages } from '../features/audit/pages.ts'
import { certificationPages } from '../features/certification/pages.ts'
import { devicePages } from '../features/devices/pages.ts'
import { eventPages } from '../features/events/pages.ts'
import { identitySourcePages } from '../features/identity-sources/pages.ts'
import { memberPages } from '../features/members/pages.ts'
import { messagePages } from '../features/messages/pages.ts'
import { signingKeyPages } from '../features/signing-keys/pages.ts'
import { smsPages } from '../features/sms/pages.ts'
import { tenantPages } from '../features/tenants/pages.ts'
import { workplacePages } from '../features/workplace/pages.ts'
import { type Page, type RoutePathOf, routePathOf } from '../lib/page.ts'
import { consoleFrame } from './frames.tsx'
import { admit, type RouteContext } from './guard/admission.ts'

const declared = {
  /** This page is declared here because it combines two features, and features must not import each other. */
  accountInfoIndex: {
    component: lazyRouteComponent(() => import('./AccountInfo.tsx'), 'AccountInfo'),
    validateSearch: ({ application }): { application?: string } => ({
      application: typeof application === 'string' ? application : undefined,
    }),
    preload: async () => (await import('../features/account/account.ts')).accountOptions,
  },
  ...accountPages,
  ...allTenantsPages,
  ...applicationPages,
  ...certificationPages,
  ...devicePages,
  ...eventPages,
  ...identitySourcePages,
  ...memberPages,
  ...messagePages,
  ...auditPages,
  ...signingKeyPages,
  ...smsPages,
  ...tenantPages,
  ...workplacePages,
} satisfies Record<PageName, Page>

type SearchOf<Name> = Name extends keyof typeof declared
  ? (typeof declared)[Name] extends { validateSearch: infer Schema }
    ? Schema
    : undefined
  : undefined

/** Type of each route by name, for <Link> and the router hooks. */
type Routes = {
  [Name in EntryName]: Route<
    unknown,
    typeof consoleFrame,
    RoutePathOf<Name>,
    RoutePathOf<Name>,
    string,
    `/console${RoutePathOf<Name>}`,
    SearchOf<Name>
  >
}

function routeOf(entry: MenuEntry): AnyRoute {
  const { component, validateSearch, preload, beforeLoad }: Page = declared[entry.name as PageName] ?? {}
  const admitted = admit(entry)
  return createRoute({
    getParentRoute: () => consoleFrame,
    path: routePathOf(entry.name as EntryName),
    component,
    validateSearch,
    staticData: { title: entry.meta.title ?? entry.meta.locale, preload },
    beforeLoad: async (context: RouteContext & { params: Record<string, string> }) => {
      await admitted(context)
      beforeLoad?.(context)
    },
  })
}

/**
 * Routes of all pages and groups that require a session. Each route combines an entry of contract/menu.ts
 * with the page that a feature declares.
 */
export const pages = Object.fromEntries(everyEntry().map((entry) => [entry.name, routeOf(entry)])) as Routes
