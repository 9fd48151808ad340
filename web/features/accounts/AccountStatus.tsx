import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import type { AccountRow } from './accounts.ts'
import { words } from './words.ts'

/** Whether the account is enabled. If it is being closed, until when that can be cancelled. */
export function AccountStatus({ row: { closing, profile } }: { row: AccountRow }) {
  const t = useTexts(words)
  const times = useTimes()
  if (closing)
    return <StatusText tone="warn">{t('status.closing', { date: times.date(closing.dateTime) })}</StatusText>
  return <StatusText tone={profile.enabled ? 'ok' : 'neutral'}>{t(`status.${profile.enabled}`)}</StatusText>
}
