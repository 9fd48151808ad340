import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs'
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconDeviceTablet from '@tabler/icons-react/dist/esm/icons/IconDeviceTablet.mjs'
import IconDeviceUnknown from '@tabler/icons-react/dist/esm/icons/IconDeviceUnknown.mjs'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time.ts'
import { deviceWords } from '../../lib/userAgent.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/StatusText.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './Account.module.css'
import { type Account, type AccountSession, useAccountChanged } from './account.ts'
import { revokeSession } from './mutations.ts'
import { useFirst } from './useFirst.tsx'

const icons = {
  desktop: IconDeviceDesktop,
  laptop: IconDeviceLaptop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceUnknown,
}

/** Where the account is signed in; this browser first. */
export function SessionsPanel({ account, onEndOthers }: { account: Account; onEndOthers: () => void }) {
  const t = useTexts('account')
  const sessions = account.profile.sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  const { shown, more } = useFirst(sessions)
  const others = sessions.some((session) => !session.current)

  return (
    <Panel
      title={t('sessions.title')}
      count={sessions.length}
      padded={false}
      actions={
        others && (
          <button type="button" className="link" data-danger onClick={onEndOthers}>
            {t('sessions.endOthers')}
          </button>
        )
      }
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('sessions.device')}</th>
            <th scope="col">{t('sessions.ip')}</th>
            <th scope="col">{t('sessions.started')}</th>
            <th scope="col">{t('sessions.lastUse')}</th>
            <th scope="col" className={classes.right}>
              {t('sessions.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </tbody>
      </table>
      {more}
      {!others && <p className={classes.alone}>{t('sessions.onlyThis')}</p>}
    </Panel>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const t = useTexts('account')
  const times = useTimes()
  const changed = useAccountChanged()
  const words = deviceWords(session.userAgent)
  const device = words.name ?? t('sessions.unknown')
  const Icon = icons[words.kind]
  const lastUse = session.current ? new Date().toISOString() : session.lastAccessDateTime

  const end = useMutation({
    mutationFn: () => request(revokeSession, { id: session.id }),
    onSuccess: () => toast('ok', t('sessions.ended', { device })),
    // Also after a refusal: the session may have ended elsewhere meanwhile.
    onSettled: changed,
  })

  return (
    <tr>
      <td>
        <div className={classes.device}>
          <Icon size={18} stroke={1.6} aria-hidden className={classes.deviceIcon} />
          <div className={classes.rowText}>
            <div className={classes.nameLine}>
              <span className={classes.cut} title={session.userAgent ?? undefined}>
                {device}
              </span>
              {session.current && <Tag tone="ok">{t('sessions.this')}</Tag>}
            </div>
            <div className={`tabular ${classes.narrowOnly}`}>
              {[session.ip, times.recent(lastUse)].filter(Boolean).join(' · ')}
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
      <td className={classes.right}>
        {session.current ? (
          <span className={classes.none}>—</span>
        ) : (
          <button
            type="button"
            className="link"
            aria-label={t('sessions.endOne', { device })}
            disabled={end.isPending}
            onClick={() => end.mutate()}
          >
            {t('sessions.end')}
          </button>
        )}
      </td>
    </tr>
  )
}

function Time({ instant }: { instant: string }) {
  const times = useTimes()
  return (
    <time className="tabular" dateTime={instant} title={times.exact(instant)}>
      {times.recent(instant)}
    </time>
  )
}
