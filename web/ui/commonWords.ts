import { createContext, useContext } from 'react'

/** Texts that the components in ui/ show. */
export interface CommonWords {
  cancel: string
  close: string
  copied: string
  notCopied: string
  retry: string
  notLoaded: string
  notLoadedText: string
  notLoadedOffline: string
  moreOf: (name: string) => string
  request: (id: string) => string
}

const Context = createContext<CommonWords | null>(null)

/** Provides the texts that the components in ui/ show. The components contain no texts of their own. */
export const CommonWordsProvider = Context.Provider

export function useCommonWords(): CommonWords {
  const words = useContext(Context)
  if (!words) throw new Error('useCommonWords() requires a CommonWordsProvider')
  return words
}
