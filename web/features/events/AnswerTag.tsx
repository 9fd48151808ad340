import { useTexts } from '../../lib/texts.ts'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { words } from './words.ts'

export const isAnsweredWell = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

interface Props {
  delivered: boolean
  /** The last attempt, or undefined if there has been none. */
  last: { status: number | null } | undefined
}

/** Shows the response status of the last attempt, or that there was no response. */
export function AnswerTag({ delivered, last }: Props) {
  const t = useTexts(words)
  if (!last) return <Tag tone={delivered ? 'ok' : 'neutral'}>{t('queued')}</Tag>
  return <Tag tone={isAnsweredWell(last.status) ? 'ok' : 'err'}>{last.status ?? t('noAnswer')}</Tag>
}
