import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Account } from './account.ts'

/**
 * Whether to ask for the present password: a sign-in of the last ten minutes stands in for it. The server decides:
 * its clock is not this one, so a minute is left, and a refusal that names `field` brings it up in any case.
 */
export function usePresentPassword(field: string, account?: Account) {
  const [asked, setAsked] = useState(() => {
    const session = account?.profile.sessions.find(({ current }) => current)
    const age = session ? Date.now() - Date.parse(session.startDateTime) : 0
    return age > (limits.freshProof - 60) * 1000
  })
  return {
    asked,
    /** For useFields: looks at a refusal on its way to the form. */
    noticing:
      <R extends { fields?: Readonly<Record<string, string>> }>(refusal: (error: unknown) => R) =>
      (error: unknown): R => {
        const words = refusal(error)
        if (words.fields?.[field]) setAsked(true)
        return words
      },
  }
}
