import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time.ts'
import { deviceWords } from '../../lib/userAgent.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/StatusText.tsx'
import { toast } from '../../ui/toast.ts'
import { type Account, type AccountSession, useAccountsChanged } from './accounts.ts'
import classes from './Detail.module.css'
import { revokeSessions } from './mutations.ts'

const firstRows = 10

/** Where the account is signed in. */
export function SessionsPanel({ account, onEndAll }: { account: Account; onEndAll: () => void }) {
  const t = useTexts('accounts')
  const [all, setAll] = useState(false)
  const { sessions } = account.profile
  const shown = all ? sessions : sessions.slice(0, firstRows)
  const mayEnd = account.viewerCan.endSessions
  return (
    <Panel
      title={t('sessions.title')}
      count={sessions.length}
      padded={false}
      actions={
        mayEnd &&
        sessions.length > 0 && (
          <button type="button" className="link" data-danger onClick={onEndAll}>
            {t('sessions.endAllShort')}
          </button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className={classes.nothing}>{t('sessions.none')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('sessions.device')}</th>
              <th scope="col">{t('sessions.ip')}</th>
              <th scope="col">{t('sessions.started')}</th>
              <th scope="col">{t('sessions.lastUse')}</th>
              {mayEnd && (
                <th scope="col" className={classes.right}>
                  {t('sessions.actions')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((session) => (
              <SessionRow key={session.id} session={session} operatorId={account.id} mayEnd={mayEnd} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length < sessions.length && (
        <button type="button" className={`link ${classes.more}`} onClick={() => setAll(true)}>
          {t('more', { count: sessions.length - shown.length })}
        </button>
      )}
    </Panel>
  )
}

interface SessionRowProps {
  session: AccountSession
  operatorId: string
  mayEnd: boolean
}

function SessionRow({ session, operatorId, mayEnd }: SessionRowProps) {
  const t = useTexts('accounts')
  const times = useTimes()
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const device = deviceWords(session.userAgent).name ?? t('sessions.unknown')
  const end = useMutation({
    mutationFn: () => request(revokeSessions, { operatorId, id: session.id }),
    onSuccess: () => toast('ok', t('sessions.ended', { device })),
    onError: (error) => toast('err', refusal(error).message),
    // Also after a refusal: the session may have ended elsewhere meanwhile.
    onSettled: () => changed(),
  })
  return (
    <tr>
      <td>
        <div className={classes.nameLine}>
          <span className={classes.cut} title={session.userAgent ?? undefined}>
            {device}
          </span>
          {session.current && <Tag tone="ok">{t('sessions.this')}</Tag>}
        </div>
        <div className={`tabular ${classes.narrowOnly}`}>
          {[session.ip, times.recent(session.lastAccessDateTime)].filter(Boolean).join(' · ')}
        </div>
      </td>
      <td className="tabular">{session.ip ?? '—'}</td>
      <td>
        <Time instant={session.startDateTime} />
      </td>
      <td>
        <Time instant={session.lastAccessDateTime} />
      </td>
      {mayEnd && (
        <td className={classes.right}>
          <button
            type="button"
            className="link"
            aria-label={t('sessions.endOne', { device })}
            disabled={end.isPending}
            onClick={() => end.mutate()}
          >
            {t('sessions.end')}
          </button>
        </td>
      )}
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
