import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { SourceTile } from '../../../shared/identity-sources/SourceIcon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { Account } from '../accounts.ts'
import type { OpenDialog } from '../dialogs/dialogs.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

/** The identities of other providers with which the account can sign in. */
export function AccountIdentities({ account, open }: { account: Account; open: OpenDialog }) {
  const t = useTexts(words)
  const times = useTimes()
  const identities = account.identities ?? []
  if (!identities.length) return null
  return (
    <Panel title={t('identities.title')} count={identities.length} padded={false}>
      <ul className={classes.identities}>
        {identities.map(({ id, name, source, createDateTime, lastUseDateTime }) => (
          <li key={id} className={classes.identity}>
            <SourceTile source={source} />
            <div>
              <div>{name ? `${source.name} · ${name}` : source.name}</div>
              <div className={`tabular ${classes.second}`}>
                {[
                  t('identities.since', { time: times.date(createDateTime) }),
                  lastUseDateTime && t('identities.used', { time: times.recent(lastUseDateTime) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            {account.viewerCan.update && (
              <button
                type="button"
                className="link"
                data-danger
                aria-label={t('identities.unlinkOne', { source: source.name })}
                onClick={() => open('unlinkIdentity', [account], { identity: { id, source } })}
              >
                {t('identities.unlink')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
