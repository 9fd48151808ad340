import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  IconDeviceDesktop,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
  IconLock,
} from '#icons'
import { deviceWords } from '../../lib/session/userAgent.ts'
import { useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import { useTimes } from '../../lib/time/time.ts'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import classes from './SessionTable.module.css'
import { words } from './words.ts'

const icons = {
  desktop: IconDeviceDesktop,
  laptop: IconDeviceLaptop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceUnknown,
}

interface Session {
  id: string
  ip: string | null
  userAgent: string | null
  startDateTime: string
  lastAccessDateTime: string
  /** The source whose identity opened the session. null for other sign-ins. */
  identitySource: { name: string } | null
  /** Whether the session is bound to a DPoP key in its browser. */
  bound: boolean
  /**
   * Whether this is the session of this browser. This session is always active, and the user can only end it
   * by signing out.
   */
  current: boolean
}

/** Number of sessions to show at first. Most accounts have fewer. The server returns at most 100 sessions. */
const firstRows = 10

interface Actions {
  /** Ends a session. Missing if the viewer must not end sessions. */
  end?: ((id: string) => Promise<unknown>) | undefined
  /**
   * Called after each attempt to end a session, even if the attempt failed, because the session may already
   * have ended.
   */
  onSettled: () => unknown
}

/**
 * Table of an account's sessions with device, IP address, start and last activity. It shows the first
 * sessions until the user asks for more.
 */
export function SessionTable({
  sessions,
  first = firstRows,
  ...actions
}: Actions & { sessions: readonly Session[]; first?: number }) {
  const t = useTexts(words)
  const [all, setAll] = useState(false)
  const shown = all ? sessions : sessions.slice(0, first)
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('device')}</th>
            <th scope="col">{t('ip')}</th>
            <th scope="col">{t('started')}</th>
            <th scope="col">{t('lastUse')}</th>
            {actions.end && (
              <th scope="col" className={classes.right}>
                {t('actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((session) => (
            <Row key={session.id} session={session} {...actions} />
          ))}
        </tbody>
      </table>
      {shown.length < sessions.length && (
        <button type="button" className={`link ${classes.more}`} onClick={() => setAll(true)}>
          {t('more', { count: sessions.length - shown.length })}
        </button>
      )}
    </div>
  )
}

function Row({ session, end, onSettled }: Actions & { session: Session }) {
  const t = useTexts(words)
  const times = useTimes()
  const browser = deviceWords(session.userAgent)
  const device = browser.name ?? t('unknown')
  const Icon = icons[browser.kind]
  const lastUse = session.current ? new Date().toISOString() : session.lastAccessDateTime
  const ending = useMutation({
    mutationFn: async () => end?.(session.id),
    onSuccess: () => toast('ok', t('ended', { device })),
    onSettled,
  })
  return (
    <tr>
      <td>
        <div className={classes.device}>
          <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
          <div className={classes.what}>
            <div className={classes.nameLine}>
              <span className={classes.name} title={session.userAgent ?? undefined}>
                {device}
              </span>
              {session.bound && (
                <span role="img" aria-label={t('bound')} title={t('boundMeans')} className={classes.bound}>
                  <IconLock size={16} stroke={1.6} aria-hidden />
                </span>
              )}
              {session.current && <Tag tone="ok">{t('this')}</Tag>}
              {session.identitySource && <Tag>{session.identitySource.name}</Tag>}
            </div>
            <div className={`tabular ${classes.narrowOnly}`}>
              {[session.ip, times.recent(lastUse), session.bound && t('bound')].filter(Boolean).join(' · ')}
            </div>
          </div>
        </div>
      </td>
      <td className="tabular">{session.ip ?? '—'}</td>
      <td>
        <Time instant={session.startDateTime} />
      </td>
      <td>
        <Time instant={lastUse} />
      </td>
      {end && (
        <td className={classes.right}>
          {!session.current && (
            <button
              type="button"
              className="link"
              aria-label={t('endOne', { device })}
              disabled={ending.isPending}
              onClick={() => ending.mutate()}
            >
              {t('end')}
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

function Time({ instant }: { instant: string }) {
  return <TimeText className="tabular" at={instant} as="recent" />
}
