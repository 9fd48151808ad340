import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { IconBuilding, IconLockX, IconPlugConnectedX } from '#icons'
import { IconClockX, IconIdOff, IconKeyOff, IconPlayerPause, IconPlug, IconPower } from '#icons/page'
import { useLocale, useTexts } from '../../../../lib/texts.ts'
import { useTimes } from '../../../../lib/time/time.ts'
import type { Tone } from '../../../../ui/feedback/status.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { DeviceDetail, OfflineReason } from '../../device.ts'
import { isOnline } from '../../devices.ts'
import type { OpenDialog } from '../../dialogs/dialogs.ts'
import { useDuration } from '../useDuration.ts'
import type { DrawnHistory } from '../useHistory.ts'
import classes from './Offline.module.css'
import { OfflineAction } from './OfflineAction.tsx'
import { OfflineBand } from './OfflineBand.tsx'
import type { Run } from './refusals.ts'
import type { Refusals } from './useRefusals.ts'
import { words } from './words.ts'

const looks: Record<OfflineReason, { tone: Tone; icon: typeof IconPlug }> = {
  CREDENTIAL_NONE: { tone: 'err', icon: IconKeyOff },
  CREDENTIAL_REVOKED: { tone: 'err', icon: IconKeyOff },
  PASSWORD: { tone: 'err', icon: IconLockX },
  CLIENT_ID: { tone: 'err', icon: IconIdOff },
  PROTOCOL: { tone: 'err', icon: IconPlugConnectedX },
  // An administrator has set these statuses on purpose, so they are not shown as errors.
  SUSPENDED: { tone: 'warn', icon: IconPlayerPause },
  RETIRED: { tone: 'neutral', icon: IconPower },
  EXPIRED: { tone: 'err', icon: IconClockX },
  ORGANIZATION_EXPIRED: { tone: 'warn', icon: IconBuilding },
  NEVER_CONNECTED: { tone: 'info', icon: IconPlug },
  LOST: { tone: 'err', icon: IconPlugConnectedX },
}

interface Props {
  device: DeviceDetail
  manage: boolean
  open: OpenDialog
  history: DrawnHistory
  refusals: Refusals
}

/**
 * Explains why a device is offline and how to fix the problem. The panel collapses when the device is online
 * again.
 */
export function OfflinePanel(props: Props) {
  const t = useTexts(words)
  const { device } = props
  const online = isOnline(device)
  // The device when it was last offline. The panel shows this state while it collapses.
  const [last, setLast] = useState<DeviceDetail | null>(online ? null : device)
  if (!online && last !== device) setLast(device)
  const was = useRef(online)
  useEffect(() => {
    if (online && !was.current) toast('ok', t('back'))
    was.current = online
  }, [online, t])
  if (!last?.offlineReason) return null
  return (
    <div
      className={classes.fold}
      data-gone={online || undefined}
      inert={online}
      onTransitionEnd={() => online && setLast(null)}
    >
      <Why {...props} device={last} reason={last.offlineReason} />
    </div>
  )
}

function Why({ device, reason, manage, open, history, refusals }: Props & { reason: OfflineReason }) {
  const t = useTexts(words)
  const id = useId()
  const { tone, icon: Icon } = looks[reason]
  const run = refusals.runs?.find((each) => each.reason === reason)
  return (
    <section
      className={classes.panel}
      aria-labelledby={id}
      style={
        {
          '--dot': `var(--${tone}-dot)`,
          '--text': `var(--${tone})`,
          '--tint': `var(--${tone}-tint)`,
        } as CSSProperties
      }
    >
      <div className={classes.top}>
        <div className={classes.tile} aria-hidden="true">
          <Icon size={20} stroke={1.6} />
        </div>
        <div className={classes.words}>
          <h2 id={id} className={classes.title}>
            <Title device={device} reason={reason} />
          </h2>
          <p>
            <Happened device={device} reason={reason} run={run} />
          </p>
          <p>{reason === 'CLIENT_ID' ? t('help.CLIENT_ID', { id: device.id }) : t(`help.${reason}`)}</p>
        </div>
        <OfflineAction device={device} reason={reason} manage={manage} open={open} />
      </div>
      <OfflineBand device={device} history={history} drawn={refusals.drawn} />
    </section>
  )
}

/** Whether the device last connected before its current credential was created. */
const isOldPassword = ({ credentialDateTime: made, currentConnect }: DeviceDetail): boolean =>
  made !== null && currentConnect !== null && currentConnect.connectDateTime < made

function Title({ device, reason }: { device: DeviceDetail; reason: OfflineReason }) {
  const t = useTexts(words)
  const times = useTimes()
  const duration = useDuration()
  if (reason === 'PASSWORD' && isOldPassword(device)) return t('title.oldPassword')
  if (reason !== 'LOST') return t(`title.${reason}`)
  const { currentConnect, lastSeenDateTime: seen } = device
  if (!currentConnect || !seen) return t('title.NEVER_CONNECTED')
  const length = Date.parse(seen) - Date.parse(currentConnect.connectDateTime)
  return t('title.LOST', { time: times.moment(seen), duration: duration(length) })
}

interface HappenedProps {
  device: DeviceDetail
  reason: OfflineReason
  run: Run | undefined
}

/** Describes in sentences what is known about the reason, such as refused attempts. */
function Happened({ device, reason, run }: HappenedProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const times = useTimes()
  const { lastSeenDateTime: seen, credentialDateTime: made, currentConnect, expiredDate } = device
  const sentences: string[] = []
  if (reason === 'EXPIRED' && expiredDate) sentences.push(t('expiredAt', { time: times.moment(expiredDate) }))
  if (reason === 'PASSWORD' && made && isOldPassword(device))
    sentences.push(t('madeAt', { time: times.moment(made) }))
  if (reason === 'LOST' && currentConnect) sentences.push(t('fromIp', { ip: currentConnect.ip }))
  else if (seen) sentences.push(t('seenAt', { time: times.moment(seen) }))
  if (run) sentences.push(tried(run))
  return sentences.join(locale === 'zh-CN' ? '' : ' ')

  function tried({ from, to, ip, count, reason }: Run): string {
    const why = t(`reason.${reason}`)
    return count === 1
      ? t('triedOnce', { time: times.moment(to), ip, reason: why })
      : t('tried', { from: times.moment(from), to: times.moment(to), ip, count, reason: why })
  }
}
