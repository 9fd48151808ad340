import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { DeviceDetail } from '../device.ts'
import type { OpenDialog } from '../dialogs/dialogs.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

/**
 * Shows whether the device has a credential. The password is not shown here, because it is shown only once,
 * when it is created.
 */
export function CredentialPanel({ device, open }: { device: DeviceDetail; open: OpenDialog }) {
  const t = useTexts(words)
  const times = useTimes()
  const made = device.credentialDateTime
  return (
    <Panel
      title={t('credential.title')}
      actions={
        <>
          {made && (
            <button
              type="button"
              className="link"
              data-danger
              onClick={() => open('revokeCredential', [device])}
            >
              {t('credential.revoke')}
            </button>
          )}
          <button type="button" className="link" onClick={() => open('makeCredential', [device])}>
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
