import { Button } from '@mantine/core'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Applications.module.css'
import type { Application } from './applications.ts'
import type { OpenDialog } from './dialogs/dialogs.ts'
import { words } from './words.ts'

/**
 * Shows the secrets of an application. There can be two at a time, so that a secret can be rotated without
 * interruption.
 */
export function SecretsPanel({ application, open }: { application: Application; open: OpenDialog }) {
  const t = useTexts(words)
  const times = useTimes()
  const { secrets } = application
  const change = application.viewerCan.changeRecipients
  const ending = secrets.find(({ endDateTime }) => endDateTime)
  return (
    <Panel
      title={t('secrets')}
      count={secrets.length}
      padded={false}
      actions={
        !change ? undefined : ending ? (
          <Button
            variant="default"
            onClick={() => open('revoke', [application], { secretId: ending.id, idle: true })}
          >
            {t('finishRotation')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => open('rotate', [application])}>
            {t('rotate')}
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scrollable area */}
      <section className={classes.scroll} aria-label={t('secrets')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('secret')}</th>
              <th scope="col">{t('madeAt')}</th>
              <th scope="col">{t('lastUse')}</th>
              <th scope="col">{t('endsAt')}</th>
              {change && <th scope="col">{t('actions')}</th>}
            </tr>
          </thead>
          <tbody>
            {secrets.map(({ id, hint, createDateTime, lastUseDateTime, endDateTime }) => (
              <tr key={id}>
                <td>
                  <code className={classes.mono}>rv_…{hint}</code>
                </td>
                <td>{times.dateTime(createDateTime)}</td>
                <td>{lastUseDateTime ? times.recent(lastUseDateTime) : t('never')}</td>
                <td>
                  <span className={classes.ends}>
                    {endDateTime ? times.dateTime(endDateTime) : t('endsNever')}
                    {ending && (
                      <Tag tone={endDateTime ? 'warn' : 'ok'}>{t(endDateTime ? 'ending' : 'newest')}</Tag>
                    )}
                  </span>
                </td>
                {change && (
                  <td>
                    {secrets.length > 1 ? (
                      <button
                        type="button"
                        className="link"
                        data-danger
                        aria-label={t('revokeOne', { hint })}
                        onClick={() => open('revoke', [application], { secretId: id })}
                      >
                        {t('revoke')}
                      </button>
                    ) : (
                      '—'
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {ending?.lastUseDateTime && (
        <div className={classes.still}>
          <Notice tone="warn">{t('stillUsed', { time: times.recent(ending.lastUseDateTime) })}</Notice>
        </div>
      )}
      <p className={classes.foot}>{t('mostTwo')}</p>
    </Panel>
  )
}
