import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconDownload } from '#icons'
import { printJson } from '../../../lib/calls/json.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { JsonView } from '../../../ui/display/JsonView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { isSame } from '../config/differences.ts'
import type { DeviceDetail } from '../device.ts'
import { downloadText } from '../download.ts'
import { configOf } from '../paths.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

interface Props {
  device: DeviceDetail
  /** Whether the viewer can change the configuration. */
  manage: boolean
}

/** Shows the configuration that is sent to the device. */
export function ConfigPanel({ device, manage }: Props) {
  const t = useTexts(words)
  const { config, infoMap, id } = device
  const text = printJson(config, 2)
  const empty = Object.keys(config).length === 0
  /** The configuration that the device reports, or undefined if it does not report one. */
  const running: unknown = (typeof infoMap.config === 'object' && infoMap.config) || undefined
  return (
    <Panel
      title={
        <>
          {t('config')} <span className={classes.titleAbout}>JSON</span>
          {running !== undefined && (
            <span className={isSame(running, config) ? classes.titleAbout : classes.titleWaits}>
              {t(isSame(running, config) ? 'config.inStep' : 'config.waiting')}
            </span>
          )}
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
          {manage && (
            <Link {...configOf(id)} className="link" aria-label={t('config.edit')}>
              {t('edit')}
            </Link>
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
