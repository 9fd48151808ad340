import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { continuationAt } from '../../lib/continuation.ts'

// Most sign in to the console itself.
const realm = () => import('../../lib/realm.ts')

export interface Application {
  name: string
  icon: string | null
  /** The host that one returns to. */
  returnsTo: string | null
  loginHint: string | null
  /** Back to it without signing in. */
  leave: () => void
}

/** The application that one is about to sign in to; null until its name is known, undefined for the console itself. */
export function useApplication(): Application | null | undefined {
  const { redirect } = useLocation().search as { redirect?: unknown }
  const uid = continuationAt(redirect)
  const [application, setApplication] = useState<Application | null>(null)

  useEffect(() => {
    let over = false
    if (!uid) return
    // Without its name the page is the console's own: whoever signs in is told what became of it.
    realm()
      .then(({ readContinuation }) => readContinuation(uid))
      .then((found) => {
        if (!found || over) return
        const { application: given, returnsTo, loginHint } = found
        setApplication({ ...given, returnsTo, loginHint, leave: () => void leave(uid) })
      })
      .catch(() => undefined)
    return () => {
      over = true
    }
  }, [uid])
  return uid ? application : undefined
}

async function leave(uid: string): Promise<void> {
  const { answerContinuation } = await realm()
  const next = await answerContinuation(uid, { step: 'decline' })
  if (next) window.location.assign(next)
}
