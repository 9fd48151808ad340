import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconBuilding } from '#icons'
import { IconCpu } from '#icons/page'
import { tenantOf } from '../../../../contract/audit/event-texts.ts'
import { first, last } from '../../../../contract/required.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { dayOf } from '../../../lib/time/days.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { useDescribe } from '../../../shared/audit/describe.ts'
import { Initial } from '../../../ui/display/Initial.tsx'
import { words } from '../words.ts'
import styles from './Activity.module.css'
import { type ActivityGroup, groupsOf } from './groups.ts'
import { PanelOf } from './PanelOf.tsx'
import panels from './Panels.module.css'
import { activityOptions, mostTold } from './queries.ts'
import { Sentence } from './Sentence.tsx'

/** Maximum number of audit log entries shown when a sentence is expanded. */
const most = 20

interface Props {
  tenantId: string | null
  /** Path of the audit log. */
  to: string
}

/**
 * Describes recent audit log entries in sentences. The same action by the same person within half an hour is
 * described in one sentence.
 */
export function ActivityPanel({ tenantId, to }: Props) {
  const t = useTexts(words)
  const times = useTimes()
  return (
    <PanelOf
      query={useQuery(activityOptions(tenantId))}
      title={t('activity')}
      actions={
        <Link to={to} className="link">
          {t('allRecords')}
        </Link>
      }
      className={styles.panel}
      bars={['90%', '50%', '80%', '46%', '86%', '52%', '74%', '40%', '88%', '48%']}
    >
      {(activities) => {
        const groups = groupsOf(activities).slice(0, mostTold)
        if (!groups.length) return <p className={panels.none}>{t('noActivity')}</p>
        const days = Map.groupBy(groups, ([newest]) => dayOf(newest.dateTime))
        const [today, yesterday] = [dayOf(Date.now()), dayOf(Date.now() - 86_400_000)]
        return [...days].map(([day, each]) => (
          <section key={day} className={styles.day} aria-label={day}>
            <h3 className={styles.when}>
              {day === today
                ? t('today')
                : day === yesterday
                  ? t('yesterday')
                  : times.dayOf(first(each, 'each')[0].dateTime)}
            </h3>
            <ul className={styles.activities}>
              {each.map((group) => (
                <ActivityEntry key={group[0].id} group={group} within={tenantId} />
              ))}
            </ul>
          </section>
        ))
      }}
    </PanelOf>
  )
}

/** Shows one sentence. If it describes several entries, it can be expanded. */
function ActivityEntry({ group, within }: { group: ActivityGroup; within: string | null }) {
  const t = useTexts(words)
  const times = useTimes()
  const { auth } = useSession()
  const describe = useDescribe()
  const [open, setOpen] = useState(false)
  const [newest] = group
  const oldest = last(group, 'group')
  const tenants = new Set(group.flatMap(({ tenantId }) => tenantId ?? [])).size
  const showsTenant = within === null && newest.targetId !== newest.tenantId
  const tenant = !showsTenant ? null : tenants > 1 ? t('tenantsCount', { count: tenants }) : tenantOf(newest)
  const [from, to] = [times.time(oldest.dateTime), times.time(newest.dateTime)]
  const Icon = newest.targetType === 'device' ? IconCpu : IconBuilding
  return (
    <li className={styles.activity}>
      {newest.actor ? (
        <Initial name={newest.actor.name} size={24} own={newest.actor.id === auth.id} />
      ) : (
        <span
          className={styles.tile}
          data-tone={newest.action.startsWith('Expire') ? 'warn' : 'ok'}
          aria-hidden
        >
          <Icon size={14} stroke={1.6} />
        </span>
      )}
      <div className={styles.words}>
        <div>
          <Sentence group={group} />
        </div>
        <div className={`tabular ${styles.about}`}>
          {tenant && <span className={styles.tenant}>{tenant}</span>}
          <time dateTime={newest.dateTime} title={times.exact(newest.dateTime)}>
            {from === to ? to : t('fromTo', { from, to })}
          </time>
          {group.length > 1 && (
            <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'close' : 'open')}
            </button>
          )}
        </div>
        {open && (
          <ul className={styles.opened}>
            {group.slice(0, most).map((activity) => (
              <li key={activity.id}>
                <span>{describe(activity).target ?? describe(activity).actor}</span>
                <time className="tabular" dateTime={activity.dateTime}>
                  {times.time(activity.dateTime)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
