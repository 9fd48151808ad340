import { copyText } from '../../lib/clipboard.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { words } from './words.ts'

/** Copies, and says so. */
export function useCopy() {
  const t = useTexts(words)
  return async (text: string) =>
    (await copyText(text)) ? toast('ok', t('copied')) : toast('err', t('notCopied'))
}
