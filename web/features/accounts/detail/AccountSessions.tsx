import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SessionTable } from '../../../shared/sessions/SessionTable.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { type Account, useAccountsChanged } from '../accounts.ts'
import { revokeSessions } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

export function AccountSessions({ account, onEndAll }: { account: Account; onEndAll: () => void }) {
  const t = useTexts(words)
  const changed = useAccountsChanged()
  const { sessions } = account.profile
  const mayEnd = account.viewerCan.endSessions
  const end = (id: string) => request(revokeSessions, { operatorId: account.id, id })
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
        <SessionTable sessions={sessions} end={mayEnd ? end : undefined} onSettled={() => changed()} />
      )}
    </Panel>
  )
}
