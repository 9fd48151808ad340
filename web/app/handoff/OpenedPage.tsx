import { Button, Loader } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconPlugConnectedX, IconUserQuestion } from '#icons'
import { landingPath } from '../../../contract/limits.ts'
import { loadConfig } from '../../lib/config.ts'
import { ApiError, isUnanswered } from '../../lib/errors.ts'
import { revoke } from '../../lib/session/api.ts'
import { abandonSession, currentSession, ensureSession, signIn } from '../../lib/session/session.ts'
import { hasTokens, refreshToken } from '../../lib/session/tokens.ts'
import { useTexts } from '../../lib/texts.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { words as shellWords } from '../words.ts'
import styles from './OpenedPage.module.css'
import { awaitLogin, type HandedOverLogin } from './opener.ts'
import { words } from './words.ts'

/** Time in ms within which the opener must send the tokens. */
const patience = 15_000

type Stage =
  | { name: 'waiting' | 'alone' | 'silent' | 'refused' }
  | { name: 'ask'; login: HandedOverLogin; who: string }
  | { name: 'failed'; login: HandedOverLogin; message: string }

/**
 * Receives the tokens that the opener of this window sends. `enter` signs in with the tokens, and `retry`
 * waits for the opener again.
 */
function useHandedOverLogin() {
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ name: 'waiting' })
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try
  useEffect(() => {
    let stop = () => {}
    let over = false
    const silent = setTimeout(() => setStage({ name: 'silent' }), patience)
    loadConfig().then(
      ({ trustedOpeners }) => {
        if (over) return
        if (!window.opener || trustedOpeners.length === 0) return end({ name: 'alone' })
        stop = awaitLogin(trustedOpeners, (login) => {
          clearTimeout(silent)
          void receive(login)
        })
      },
      () => end({ name: 'silent' }),
    )
    function end(next: Stage) {
      clearTimeout(silent)
      if (!over) setStage(next)
    }
    return () => {
      over = true
      clearTimeout(silent)
      stop()
    }
  }, [tries])

  async function receive(login: HandedOverLogin) {
    if (!hasTokens()) return enter(login)
    try {
      setStage({ name: 'ask', login, who: (await ensureSession()).auth.name })
    } catch {
      // The current session cannot be loaded, so there is no signed-in user who could confirm. The tokens are
      // used without confirmation.
      await enter(login)
    }
  }

  async function enter(login: HandedOverLogin) {
    setStage({ name: 'waiting' })
    const before = currentSession() && refreshToken()
    // If this request fails, the previous session ends when it expires.
    if (before && before !== login.tokens.refresh_token) revoke(before).catch(() => undefined)
    try {
      await signIn(login.tokens, login.tenantId)
    } catch (error) {
      if (error instanceof ApiError && isUnanswered(error))
        return setStage({ name: 'failed', login, message: error.message })
      abandonSession()
      return setStage({ name: 'refused' })
    }
    // Removes this window's reference to the opener, so that the two windows are no longer connected.
    window.opener = null
    await navigate({ to: landingPath, replace: true })
  }

  function retry() {
    setStage({ name: 'waiting' })
    setTries(tries + 1)
  }

  return { stage, enter, retry }
}

/** Signs in with the tokens that the opener of this window sends, and continues to the account page. */
export function OpenedPage() {
  const t = useTexts(words)
  const common = useCommonWords()
  const shell = useTexts(shellWords)
  const navigate = useNavigate()
  const { stage, enter, retry } = useHandedOverLogin()
  const toSignIn = (
    <Button variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
      {t('toSignIn')}
    </Button>
  )
  switch (stage.name) {
    case 'waiting':
      return (
        <div className={styles.waiting} role="status">
          <Loader size={24} />
          {t('waiting')}
        </div>
      )
    case 'ask':
      return (
        <EmptyState
          headingLevel={1}
          icon={<IconUserQuestion size={26} stroke={1.6} />}
          title={t('ask')}
          actions={
            <>
              <Button variant="default" onClick={() => void navigate({ to: landingPath, replace: true })}>
                {t('stay')}
              </Button>
              <Button onClick={() => void enter(stage.login)}>{t('switchAccount')}</Button>
            </>
          }
        >
          {t('askText', { name: stage.who, origin: stage.login.origin })}
        </EmptyState>
      )
    case 'failed':
      return (
        <ErrorState
          headingLevel={1}
          title={shell('failedTitle')}
          actions={<Button onClick={() => void enter(stage.login)}>{common.retry}</Button>}
        >
          {stage.message}
        </ErrorState>
      )
    case 'silent':
      return (
        <ErrorState
          headingLevel={1}
          title={t('silent')}
          actions={
            <>
              {toSignIn}
              <Button onClick={retry}>{common.retry}</Button>
            </>
          }
        >
          {t('silentText')}
        </ErrorState>
      )
    default:
      return (
        <EmptyState
          headingLevel={1}
          icon={<IconPlugConnectedX size={26} stroke={1.6} />}
          title={t(stage.name === 'refused' ? 'refused' : 'alone')}
          actions={toSignIn}
        >
          {t(stage.name === 'refused' ? 'refusedText' : 'aloneText')}
        </EmptyState>
      )
  }
}
