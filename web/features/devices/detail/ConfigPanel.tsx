import { ActionIcon } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { JsonView } from '../../../ui/display/JsonView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { DeviceDetail } from '../device.ts'
import { downloadText } from '../download.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

interface Props {
  device: DeviceDetail
  onEdit: (() => void) | undefined
}

/** The configuration that was given to the device. */
export function ConfigPanel({ device, onEdit }: Props) {
  const t = useTexts(words)
  const { config, id } = device
  const text = JSON.stringify(config, null, 2)
  const empty = Object.keys(config).length === 0
  return (
    <Panel
      title={
        <>
          {t('config')} <span className={classes.titleAbout}>JSON</span>
        </>
      }
      padded={false}
      actions={
        <>
          {!empty && (
            <>
              <CopyButton label={t('credential.copyOf', { name: t('config') })} text={text} />
              <ActionIcon
                aria-label={t('config.download')}
                title={t('config.download')}
                onClick={() => downloadText(`${id}.json`, text, 'application/json')}
              >
                <IconDownload size={16} stroke={1.6} />
              </ActionIcon>
            </>
          )}
          {onEdit && (
            <button type="button" className="link" onClick={onEdit}>
              {t('edit')}
            </button>
          )}
        </>
      }
    >
      {empty ? (
        <p className={classes.nothing}>{t('config.empty')}</p>
      ) : (
        <JsonView value={config} label={t('config.view')} />
      )}
    </Panel>
  )
}
