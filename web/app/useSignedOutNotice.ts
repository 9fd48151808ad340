import { useEffect } from 'react'
import { tabStored } from '../lib/storage.ts'
import { texts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { words } from './words.ts'

/** After the reload that a sign-out ends with: says that it is done, or what could not be done. */
export function useSignedOutNotice(): void {
  useEffect(() => {
    const outcome = tabStored.get('signed-out')
    if (!outcome) return
    tabStored.remove('signed-out')
    const t = texts(words)
    if (outcome === 'done') toast('ok', t('signedOut'))
    else toast('warn', t('signedOutLocally'))
  }, [])
}
