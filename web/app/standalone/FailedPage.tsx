import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { ApiError, isUnanswered } from '../../lib/errors.ts'
import { useTexts } from '../../lib/texts.ts'
import { reloadDocument } from '../../network.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { Logo } from '../../ui/display/Logo.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { patience, waitForAnswer } from '../waiting.ts'
import { words } from '../words.ts'
import styles from './Standalone.module.css'

/**
 * Shown if a page cannot be rendered because the server cannot be reached or a chunk of the console cannot be
 * loaded.
 */
export function Failure({ error }: { error: unknown }) {
  const t = useTexts(words)
  const common = useCommonWords()
  const router = useRouter()
  const known = error instanceof ApiError ? error : undefined
  const again = useCallback(() => void (known ? router.invalidate() : reloadDocument()), [known, router])
  useEffect(() => {
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again])
  return (
    <ErrorState
      headingLevel={1}
      title={t('failedTitle')}
      error={known ?? null}
      actions={<Button onClick={again}>{common.retry}</Button>}
    >
      {known?.message ?? t('failedText')}
      <br />
      {t('kept')}
    </ErrorState>
  )
}

/** Shown if the account cannot be loaded. */
function Unanswered({ error }: { error: ApiError }) {
  const t = useTexts(words)
  const common = useCommonWords()
  const router = useRouter()
  const waiting = useRef<ReturnType<typeof waitForAnswer>>(null)
  useEffect(() => {
    waiting.current = waitForAnswer(() => void router.invalidate())
    return () => waiting.current?.stop()
  }, [router])
  return (
    <ErrorState
      headingLevel={1}
      title={t('unansweredTitle')}
      error={error}
      actions={
        <>
          <Button variant="default" onClick={() => waiting.current?.giveUp()}>
            {t('signInAnew')}
          </Button>
          <Button onClick={() => waiting.current?.now()}>{common.retry}</Button>
        </>
      }
    >
      {error.message}
      <br />
      {t('unansweredText', { count: patience / 1_000 })}
    </ErrorState>
  )
}

/** Error page for the whole window, shown if the frame around the page cannot be rendered. */
export function FailedPage({ error }: { error: unknown }) {
  const t = useTexts(words)
  return (
    <div className={styles.page}>
      <header>
        <Logo product={t('product')} />
      </header>
      <main>
        {error instanceof ApiError && isUnanswered(error) ? (
          <Unanswered error={error} />
        ) : (
          <Failure error={error} />
        )}
      </main>
    </div>
  )
}
