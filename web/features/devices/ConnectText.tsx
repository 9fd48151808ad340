import { useLocale, useTexts } from '../../lib/texts.ts'
import { ago } from '../../lib/time/ago.ts'
import { useTimes } from '../../lib/time/time.ts'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import { type DeviceRow, isOnline } from './devices.ts'
import { words } from './words.ts'

/**
 * Whether a time is less than a minute ago. Relative times would then read "now", which is confusing for an
 * offline device.
 */
export const isNow = (instant: string, now = Date.now()): boolean => now - Date.parse(instant) < 60_000

interface Props {
  row: Pick<DeviceRow, 'currentConnect' | 'lastSeenDateTime' | 'status'>
  now?: number
}

/**
 * Shows that the device is online, or how long it has been offline. The text is marked as an error if the
 * device has the status ACTIVE but is offline.
 */
export function ConnectText({ row, now = Date.now() }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const times = useTimes()
  if (isOnline(row))
    return (
      <StatusText tone="ok" shape="halo">
        {t('connect.ONLINE')}
      </StatusText>
    )
  const { status, lastSeenDateTime: seen } = row
  if (!seen)
    return (
      <StatusText tone={status === 'PRODUCED' ? 'info' : 'neutral'} shape="ring">
        {t('never')}
      </StatusText>
    )
  return (
    <StatusText tone={status === 'ACTIVE' ? 'err' : 'neutral'}>
      <time data-lines dateTime={seen} title={`${t('lastSeen')} ${times.exact(seen)}`}>
        {t('connect.since', { ago: isNow(seen, now) ? t('justNow') : ago(locale, seen, now) })}
      </time>
    </StatusText>
  )
}
