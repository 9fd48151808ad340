import { LoadError } from '../../ui/feedback/LoadError.tsx'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { pagesOf, permittedMenu, titleOf } from '../../../contract/menu.ts'
import { AuditPanel } from '../../audit/AuditPanel.tsx'
import { pageRoute } from '../../lib/page.ts'
import { useOwnQuery } from '../../lib/pageView.ts'
import { type Session, useSession } from '../../lib/session/session.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { lazyPart } from '../../network.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import columns from '../../ui/layout/Columns.module.css'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Figures } from './Figures.tsx'
import { Latest } from './Latest.tsx'
import { OnlinePanel } from './OnlinePanel.tsx'
import { Waiting } from './Waiting.tsx'
import styles from './Workplace.module.css'
import { useWaits } from './waits.ts'
import { words } from './words.ts'
import { partsOf, type Scope, scopesOf, type Workplace, workplaceOptions } from './workplace.ts'

const route = pageRoute('workplace')

/** Under npm run dev:mock alone: no server has such lists, and nothing of it is built. */
const Popular =
  import.meta.env.MODE === 'mock' ? lazyPart(async () => (await import('./Popular.tsx')).Popular) : null

/** What a person sees first of all that concerns them: what waits, how much there is, what has happened. */
export function WorkplacePage() {
  const t = useTexts(words)
  const session = useSession()
  const locale = useLocale()
  const setQuery = useOwnQuery()
  const { scope: asked } = route.useSearch()
  const scopes = scopesOf(session)
  const scope = asked && scopes.includes('home') ? 'home' : scopes[0]!
  const query = useQuery(workplaceOptions(session, scope))
  const { data, error } = query
  const now = new Date()
  const hour = now.getHours()
  const greeting = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
  return (
    <>
      <PageHeader
        title={t(greeting, { name: session.auth.name })}
        context={now.toLocaleDateString(locale, { month: 'long', day: 'numeric', weekday: 'long' })}
        actions={
          scopes.length > 1 && (
            <SegmentedControl
              aria-label={t('scope')}
              value={scope}
              onChange={(next) => setQuery(next === 'home' ? { scope: 'platform' } : {}, { replace: true })}
              data={[
                { value: 'tenant', label: t('inTenant') },
                { value: 'home', label: t('onPlatform') },
              ]}
            />
          )
        }
      />
      {error && !data ? (
        <Panel>
          <LoadError query={query} title={t('failed')} />
        </Panel>
      ) : data ? (
        <Overview session={session} scope={scope} data={data} />
      ) : (
        <div className={columns.column} aria-busy="true">
          <Bar height={106} />
          <Bar height={220} />
        </div>
      )}
    </>
  )
}

function Overview({ session, scope, data }: { session: Session; scope: Scope; data: Workplace }) {
  const t = useTexts(words)
  const title = useTexts(titles)
  const pages = pagesOf(permittedMenu(session))
  const waits = useWaits(session, scope, data)
  const { audit } = partsOf(session, scope)
  const tenantId = scope === 'home' ? null : session.tenantId
  const shortcuts = pages.filter(
    ({ name, meta }) => name !== 'workplace' && (!meta.hideInMenu || unlisted.includes(name)),
  )
  return (
    <div className={columns.column}>
      <Figures session={session} data={data} />
      <div className={columns.columns}>
        <div className={columns.column}>
          <Waiting waits={waits} />
          {data.devices && <OnlinePanel tenantId={tenantId} />}
          {shortcuts.length > 0 && (
            <Panel title={t('shortcuts')}>
              <ul className={styles.shortcuts}>
                {shortcuts.map((page) => (
                  <li key={page.name}>
                    <Link to={page.path} className={styles.shortcut}>
                      {titleOf(page, title)}
                    </Link>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <div className={columns.column}>
          {audit ? (
            <AuditPanel {...(tenantId && { tenantId })} to={audit} />
          ) : (
            <Latest messages={data.messages.data} />
          )}
          {Popular && (
            <Suspense fallback={null}>
              <Popular />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}

/** Not in the menu, but wanted at hand. */
const unlisted: readonly string[] = ['accountInfoIndex', 'messageList']
