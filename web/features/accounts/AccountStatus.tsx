import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import type { AccountRow } from './accounts.ts'
import { words } from './words.ts'

/** Shows whether the account is enabled, or until when its pending closure can be cancelled. */
export function AccountStatus({ row: { closing, profile } }: { row: AccountRow }) {
  const t = useTexts(words)
  const times = useTimes()
  if (closing)
    return <StatusText tone="warn">{t('status.closing', { date: times.date(closing.dateTime) })}</StatusText>
  return <StatusText tone={profile.enabled ? 'ok' : 'neutral'}>{t(`status.${profile.enabled}`)}</StatusText>
}
