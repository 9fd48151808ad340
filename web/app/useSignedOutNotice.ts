import { useEffect } from 'react'
import { tabStored } from '../lib/storage.ts'
import { texts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import { words } from './words.ts'

/** Runs after the reload of a sign-out. Shows whether the server could end the session. */
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
