import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { limits } from '../../../contract/limits.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Account.module.css'
import { words } from './words.ts'

const configuration = '/organizational-management/configuration'

/** Explains what closing the account means and what prevents it. */
export function ClosePanel({ onClose }: { onClose: () => void }) {
  const t = useTexts(words)
  const { auth, switchTenant } = useSession()
  const owned = auth.tenants.filter(({ id }) =>
    auth.authInfo.tenantInfos.some(({ tenantId, owner }) => owner && tenantId === id),
  )

  return (
    <Panel title={t('close.panel')}>
      <div className={classes.close}>
        <p className={classes.second}>{t('close.text', { days: limits.closing })}</p>
        {owned.length > 0 ? (
          <Notice tone="info" title={t('close.owned')}>
            <ul className={classes.owned}>
              {owned.map(({ id, name, status }) => (
                <li key={id}>
                  {status === 'PREPARE' || status === 'REJECT' ? (
                    `${name} · ${t('close.applied')}`
                  ) : (
                    <Link to={configuration} className="link" onClick={() => switchTenant(id)}>
                      {name}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </Notice>
        ) : (
          <Button variant="default" className={classes.danger} onClick={onClose}>
            {t('close.title')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
