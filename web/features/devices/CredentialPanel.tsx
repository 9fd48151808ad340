import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { Ask } from './asked.ts'
import classes from './Detail.module.css'
import type { DeviceDetail } from './device.ts'

/** Whether it has what it connects with; the secret itself was shown once. */
export function CredentialPanel({ device, ask }: { device: DeviceDetail; ask: Ask }) {
  const t = useTexts('devices')
  const times = useTimes()
  const made = device.credentialDateTime
  return (
    <Panel
      title={t('credential.title')}
      actions={
        <>
          {made && (
            <button type="button" className="link" data-danger onClick={() => ask('revoke', [device])}>
              {t('credential.revoke')}
            </button>
          )}
          <button type="button" className="link" onClick={() => ask('credential', [device])}>
            {t(made ? 'credential.again' : 'credential.make')}
          </button>
        </>
      }
    >
      <p className={classes.text}>
        {made ? (
          <time dateTime={made} title={times.exact(made)}>
            {t('credential.made', { time: times.dateTime(made) })}
          </time>
        ) : (
          t('credential.none')
        )}
      </p>
    </Panel>
  )
}
