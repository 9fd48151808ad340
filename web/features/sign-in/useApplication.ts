import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { continuationAt } from '../../lib/continuation.ts'

// This module is imported lazily, because most people sign in to the console itself and do not need it.
const realm = () => import('../../lib/realm.ts')

export interface Application {
  name: string
  icon: string | null
  /** Host of the application's redirect URI. */
  returnsTo: string | null
  loginHint: string | null
  /** Key of the identity source that the application requested. */
  idpHint: string | null
  /** Cancels the sign-in and returns to the application. */
  leave: () => void
}

/**
 * Returns the application to which the user signs in. Returns null until it has loaded, and undefined for a
 * sign-in to the console itself.
 */
export function useApplication(): Application | null | undefined {
  const { redirect } = useLocation().search as { redirect?: unknown }
  const uid = continuationAt(redirect)
  const [application, setApplication] = useState<Application | null>(null)

  useEffect(() => {
    let over = false
    if (!uid) return
    // If the application cannot be loaded, the page looks like a sign-in to the console. The page after the
    // sign-in explains the problem.
    realm()
      .then(({ readContinuation }) => readContinuation(uid))
      .then((found) => {
        if (!found || over) return
        const { application: given, returnsTo, loginHint, idpHint = null } = found
        setApplication({ ...given, returnsTo, loginHint, idpHint, leave: () => void leave(uid) })
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
