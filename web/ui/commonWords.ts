import { createContext, useContext } from 'react'

/** What parts of every page say. */
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

/** Around the whole console: the parts themselves know no language. */
export const CommonWordsProvider = Context.Provider

export function useCommonWords(): CommonWords {
  const words = useContext(Context)
  if (!words) throw new Error('No CommonWordsProvider around this part')
  return words
}
