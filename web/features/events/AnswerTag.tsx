import { useTexts } from '../../lib/texts.ts'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { words } from './words.ts'

export const isAnsweredWell = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

interface Props {
  delivered: boolean
  /** undefined: not attempted yet. */
  last: { status: number | null } | undefined
}

/** The response to the last attempt, or that there was none. */
export function AnswerTag({ delivered, last }: Props) {
  const t = useTexts(words)
  if (!last) return <Tag tone={delivered ? 'ok' : 'neutral'}>{t('queued')}</Tag>
  return <Tag tone={isAnsweredWell(last.status) ? 'ok' : 'err'}>{last.status ?? t('noAnswer')}</Tag>
}
