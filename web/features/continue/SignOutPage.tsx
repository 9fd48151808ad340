import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { confirmSignOut } from '../../lib/realm.ts'
import { forgetSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import classes from './Continue.module.css'
import { words } from './words.ts'

/** /continue/sign-out: asks for confirmation, because any website can link to this page. */
export function SignOutPage() {
  const t = useTexts(words)
  const refusal = useRefusal()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function leave() {
    setPending(true)
    try {
      const next = await confirmSignOut(Object.fromEntries(new URLSearchParams(window.location.search)))
      // Other tabs notice that the stored session is gone, and sign out too.
      forgetSession()
      window.location.assign(next)
    } catch (error) {
      setProblem(refusal(error).message)
      setPending(false)
    }
  }

  return (
    <>
      <h1 className={classes.title}>{t('signOut')}</h1>
      <p className={classes.context}>{t('signOutText')}</p>
      {problem && (
        <Notice tone="err" role="alert">
          {problem}
        </Notice>
      )}
      <div className={classes.pair}>
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('signOutNo')}
        </Button>
        <Button loading={pending} onClick={() => void leave()}>
          {t('signOutYes')}
        </Button>
      </div>
    </>
  )
}
