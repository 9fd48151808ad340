import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconCheck } from '#icons'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { useOffline } from '../../../network.ts'
import type { Refusals } from '../detail/offline/useRefusals.ts'
import { words as offlineWords } from '../detail/offline/words.ts'
import { useDuration } from '../detail/useDuration.ts'
import type { DeviceDetail } from '../device.ts'
import { isOnline } from '../devices.ts'
import { words as deviceWords } from '../words.ts'
import classes from './Connect.module.css'
import { Record } from './Record.tsx'
import { Step } from './Step.tsx'
import { words } from './words.ts'

interface Props {
  device: DeviceDetail
  refusals: Refusals
  /** How long the page has been waiting, in milliseconds. */
  waited: number
  onOpen: () => void
}

/** Waits for the first connection, and announces it to screen readers. */
export function WaitStep({ device, refusals, waited, onOpen }: Props) {
  const t = useTexts(words)
  const { currentConnect: connect, gatewayUrl } = device
  if (gatewayUrl === null) return null
  return (
    <Step
      number={3}
      state={connect ? 'done' : device.offlineReason === 'CREDENTIAL_NONE' ? 'later' : 'present'}
      title={t(connect ? 'wait.done' : 'wait.title')}
    >
      <div className={classes.wait} data-connected={connect !== null || undefined} role="status">
        {connect ? (
          <Connected device={device} connect={connect} onOpen={onOpen} />
        ) : (
          <Waiting device={device} waited={waited} />
        )}
      </div>
      <Record device={device} refusals={refusals} />
    </Step>
  )
}

function Waiting({ device, waited }: Pick<Props, 'device' | 'waited'>) {
  const t = useTexts(words)
  const duration = useDuration()
  const online = !useOffline()
  const offline = useTexts(offlineWords)
  const { id, offlineReason: reason } = device
  const none = reason === 'CREDENTIAL_NONE' || reason === 'CREDENTIAL_REVOKED'
  // Whether the device reaches the server, but the server refuses the connection.
  const refused = reason === 'PASSWORD' || reason === 'CLIENT_ID' || reason === 'PROTOCOL'
  return (
    <>
      <span className={classes.rings} data-offline={!online || undefined} aria-hidden="true" />
      <div className={classes.words}>
        <strong>
          {!online ? t('wait.offline') : refused ? offline(`title.${reason}`) : t('wait.waiting')}
        </strong>
        <span>
          {!online
            ? t('wait.offlineText')
            : refused
              ? offline(`help.${reason}`, { id })
              : t(none ? 'wait.noCredential' : 'wait.text')}
        </span>
      </div>
      {!none && (
        // Hidden from screen readers, which would otherwise announce the time every second.
        <span className={classes.waited} aria-hidden="true">
          {t('wait.for', { duration: duration(waited) })}
        </span>
      )}
    </>
  )
}

interface ConnectedProps {
  device: DeviceDetail
  connect: NonNullable<DeviceDetail['currentConnect']>
  onOpen: () => void
}

/** Maximum number of reported values to list. */
const named = 3

function Connected({ device, connect, onOpen }: ConnectedProps) {
  const t = useTexts(words)
  const devices = useTexts(deviceWords)
  const locale = useLocale()
  const times = useTimes()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Takes the focus only if no other element has it.
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  const values = Object.entries({ ...device.versionMap, ...device.infoMap })
    .filter(([, value]) => typeof value !== 'object')
    .slice(0, named)
    .map(([name, value]) => `${name} ${value}`)
  const { ip, address } = connect
  const sentences = [
    t('wait.from', { ip: address ? `${ip} ${address}` : ip }),
    values.length > 0 && t('wait.received', { values: values.join(devices('between')) }),
    !isOnline(device) && t('wait.gone'),
  ].filter(Boolean)
  return (
    <>
      <span className={classes.check} aria-hidden="true">
        <IconCheck size={22} stroke={2} />
      </span>
      <div className={classes.words}>
        <strong>{t('wait.connected', { time: times.moment(connect.connectDateTime) })}</strong>
        <span>{sentences.join(locale === 'zh-CN' ? '' : ' ')}</span>
      </div>
      <Button ref={button} onClick={onOpen}>
        {t('wait.open')}
      </Button>
    </>
  )
}
