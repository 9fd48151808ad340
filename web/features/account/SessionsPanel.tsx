import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { SessionTable } from '../../shared/sessions/SessionTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Account.module.css'
import { type Account, useAccountChanged } from './account.ts'
import { revokeSession } from './mutations.ts'
import { words } from './words.ts'

/** Number of rows shown at first. With this number, the panel is as high as the panels next to it. */
const firstRows = 5

/** Shows the sessions of the account. The session of this browser comes first. */
export function SessionsPanel({ account, onEndOthers }: { account: Account; onEndOthers: () => void }) {
  const t = useTexts(words)
  const changed = useAccountChanged()
  const sessions = account.profile.sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
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
      <SessionTable
        sessions={sessions}
        first={firstRows}
        end={(id) => request(revokeSession, { id })}
        onSettled={changed}
      />
      {!others && <p className={classes.alone}>{t('sessions.onlyThis')}</p>}
    </Panel>
  )
}
