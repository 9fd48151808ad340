import { first } from '../../../contract/required.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { pagesOf, permittedMenu, titleOf } from '../../../contract/menu.ts'
import { useGreeting } from '../../lib/greeting/greeting.ts'
import { pageRoute } from '../../lib/page.ts'
import { useOwnQuery } from '../../lib/pageView.ts'
import { type Session, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { lazyPart } from '../../network.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import columns from '../../ui/layout/Columns.module.css'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { type Checklist, isComplete, useChecklist } from './checklist/checklist.ts'
import { words as beginning } from './checklist/words.ts'
import { Figures } from './Figures.tsx'
import { Latest } from './Latest.tsx'
import { Waiting } from './Waiting.tsx'
import styles from './Workplace.module.css'
import { words } from './words.ts'
import { partsOf, type Scope, scopesOf, tenantShown, type Workplace, workplaceOptions } from './workplace.ts'

const route = pageRoute('workplace')

/**
 * Loaded only by `npm run dev:mock`, because the server does not provide popular content. Builds do not
 * contain this component.
 */
const Popular =
  import.meta.env.MODE === 'mock' ? lazyPart(async () => (await import('./Popular.tsx')).Popular) : null

/** These components are in separate chunks, which load after the page is usable. */
const boards = () => import('./panels/Boards.tsx')
const PlatformBoard = lazyPart(async () => (await boards()).PlatformBoard)
const DevicePanels = lazyPart(async () => (await boards()).DevicePanels)
const loadChecklists = () => import('./checklist/Checklists.ts')
const TenantChecklist = lazyPart(async () => (await loadChecklists()).TenantChecklist)
const PlatformChecklist = lazyPart(async () => (await loadChecklists()).PlatformChecklist)
const AllDone = lazyPart(async () => (await loadChecklists()).AllDone)
const ActivityPanel = lazyPart(async () => (await boards()).ActivityPanel)

/** /dashboard/workplace: an overview of to-dos, key numbers and recent activity. */
export function WorkplacePage() {
  const t = useTexts(words)
  const session = useSession()
  const times = useTimes()
  const setQuery = useOwnQuery()
  const { scope: asked } = route.useSearch()
  const scopes = scopesOf(session)
  const scope = asked && scopes.includes('home') ? 'home' : first(scopes, 'scopes')
  const query = useQuery(workplaceOptions(session, scope))
  const { data, error, dataUpdatedAt } = query
  const greeting = useGreeting(session.auth.name)
  const checklist = useChecklist(session, scope)
  const begins = scope === 'tenant' && checklist && !isComplete(checklist)
  const b = useTexts(beginning)
  return (
    <div className={styles.page}>
      <PageHeader
        {...(begins ? { title: b('ready'), context: nameOf(session) } : greeting)}
        actions={
          <>
            {data && (
              <span className={`tabular ${styles.asOf}`}>
                {t('asOf', { time: times.time(dataUpdatedAt) })}
              </span>
            )}
            {scopes.length > 1 && (
              <SegmentedControl
                aria-label={t('scope')}
                value={scope}
                onChange={(next) => setQuery(next === 'home' ? { scope: 'platform' } : {}, { replace: true })}
                data={[
                  { value: 'tenant', label: t('inTenant') },
                  { value: 'home', label: t('onPlatform') },
                ]}
              />
            )}
          </>
        }
      />
      {error && !data ? (
        <Panel>
          <LoadError query={query} title={t('failed')} />
        </Panel>
      ) : data && checklist !== undefined ? (
        <Overview session={session} scope={scope} data={data} checklist={checklist} />
      ) : (
        <div className={columns.column} aria-busy="true">
          <Bar height={106} />
          <Bar height={220} />
        </div>
      )}
    </div>
  )
}

const nameOf = ({ tenants, tenantId }: Session) => tenants.find(({ id }) => id === tenantId)?.name

interface OverviewProps {
  session: Session
  scope: Scope
  data: Workplace
  checklist: Checklist | null
}

function Overview({ session, scope, data, checklist }: OverviewProps) {
  const t = useTexts(words)
  const tenantId = tenantShown(session, scope)
  const { audit } = partsOf(session, scope)
  const shown = session.tenants.find(({ id }) => id === tenantId)
  const begins = checklist && !isComplete(checklist)
  const beginningTitle = useTexts(beginning)('title')
  if (begins && tenantId !== null) {
    return (
      <div className={columns.column}>
        <Waiting tenantId={tenantId} data={data} quiet />
        <Suspense fallback={<Later label={beginningTitle} />}>
          <TenantChecklist tenantId={tenantId} list={checklist} audit={audit} />
        </Suspense>
      </div>
    )
  }
  const platform = data.tenants || data.accounts || data.devices
  const newcomer = tenantId === null && !platform && session.auth.tenants.length === 0
  const panels = data.devices && tenantId !== null
  const news = audit ? (
    <Suspense fallback={<Later label={t('activity')} />}>
      <ActivityPanel tenantId={tenantId} to={audit} />
    </Suspense>
  ) : (
    <Latest messages={data.messages.data} />
  )
  return (
    <div className={columns.column}>
      {checklist && !begins && (
        <Suspense fallback={null}>
          <AllDone />
        </Suspense>
      )}
      {shown && shown.id !== session.tenantId && <Lead tenant={shown} />}
      {!newcomer && <Figures session={session} data={data} tenantId={tenantId} />}
      <Waiting tenantId={tenantId} data={data} newcomer={newcomer} />
      {begins ? (
        <Suspense fallback={<Later label={beginningTitle} />}>
          <PlatformChecklist list={checklist} audit={audit} />
        </Suspense>
      ) : data.devices && tenantId === null ? (
        <Suspense fallback={<Later label={t('devices')} />}>
          <PlatformBoard audit={audit} />
        </Suspense>
      ) : (
        <div className={columns.columns}>
          <div className={columns.column}>
            {panels ? (
              <>
                <Suspense fallback={<Later label={t('devices')} />}>
                  <DevicePanels tenantId={tenantId} />
                </Suspense>
                <Shortcuts session={session} />
              </>
            ) : (
              news
            )}
          </div>
          <div className={columns.column}>{panels ? news : <Shortcuts session={session} />}</div>
        </div>
      )}
      {Popular && (
        <Suspense fallback={null}>
          <Popular />
        </Suspense>
      )}
    </div>
  )
}

/** Placeholder while panels are loading. */
const Later = ({ label }: { label: string }) => (
  <section aria-label={label} aria-busy="true">
    <Bar height={334} />
  </section>
)

/** Names the organization to which the numbers belong, with a button that switches to it. */
function Lead({ tenant }: { tenant: { id: string; name: string } }) {
  const t = useTexts(words)
  const { switchTenant } = useSession()
  return (
    <div className={styles.lead}>
      <Initial name={tenant.name} size={28} square />
      <strong>{tenant.name}</strong>
      <button type="button" className="link" onClick={() => void switchTenant(tenant.id)}>
        {t('enter')}
      </button>
    </div>
  )
}

function Shortcuts({ session }: { session: Session }) {
  const t = useTexts(words)
  const title = useTexts(titles)
  const pages = pagesOf(permittedMenu(session)).filter(
    ({ name, meta }) => name !== 'workplace' && (!meta.hideInMenu || unlisted.includes(name)),
  )
  return (
    <Panel title={t('shortcuts')}>
      <ul className={styles.shortcuts}>
        {pages.map((page) => (
          <li key={page.name}>
            <Link to={page.path} className={styles.shortcut}>
              {titleOf(page, title)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Names of pages that are not in the menu but get a quick link. */
const unlisted: readonly string[] = ['accountInfoIndex', 'messageList']
