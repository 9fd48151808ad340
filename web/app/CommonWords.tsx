import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../lib/texts.ts'
import { CommonWordsProvider } from '../ui/commonWords.ts'
import { words } from './words.ts'

/** Provides the texts that all components in ui/ use. */
export function CommonWords({ children }: { children: ReactNode }) {
  const t = useTexts(words)
  const common = useMemo(
    () => ({
      cancel: t('cancel'),
      close: t('close'),
      copied: t('copied'),
      notCopied: t('notCopied'),
      retry: t('retry'),
      notLoaded: t('notLoaded'),
      notLoadedText: t('failedText'),
      notLoadedOffline: t('notLoadedOffline'),
      moreOf: (name: string) => t('moreOf', { name }),
      request: (id: string) => t('request', { id }),
    }),
    [t],
  )
  return <CommonWordsProvider value={common}>{children}</CommonWordsProvider>
}
