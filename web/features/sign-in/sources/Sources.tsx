import { Loader } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ListedIdentitySource } from '../../../../contract/identity-sources.ts'
import { listedSources } from '../../../lib/config.ts'
import { ApiError } from '../../../lib/errors.ts'
import { beginSourceSignIn } from '../../../lib/session/broker.ts'
import { stored } from '../../../lib/storage.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SourceIcon } from '../../../shared/identity-sources/SourceIcon.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Tag } from '../../../ui/feedback/StatusText.tsx'
import { redirectPath } from './redirectPath.ts'
import classes from './Sources.module.css'
import { words } from './words.ts'

/** Maximum number of sources that are shown as rows. More sources are shown in two columns. */
const asRows = 3
/** Number of sources that are shown before the user clicks “More”. */
const atFirst = 6

interface Props {
  /** Returns whether the user has accepted the terms. If not, shows that this is required. */
  accepts: () => boolean
  /** Key of the source to sign in with at once, from the URL or from the application. */
  hint: string | null
  /** Account to pass to the provider. */
  loginHint: string | null
}

/** Buttons that sign in with an identity of another provider. The source that was used last comes first. */
export function Sources({ accepts, hint, loginHint }: Props) {
  const t = useTexts(words)
  const [all, setAll] = useState(false)
  const { begin, pending, failure } = useBegin(loginHint)
  const last = stored.use('last-source')
  const sources = listedSources().toSorted((a, b) => Number(b.key === last) - Number(a.key === last))
  const shown = all ? sources : sources.slice(0, atFirst)
  const hinted = useRef(false)

  // A link that names a source opens its provider at once. If that fails, the form is still usable.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the source is known
  useEffect(() => {
    if (!hint || hinted.current) return
    hinted.current = true
    void begin(hint)
  }, [hint])

  const unlisted = failure && !shown.some(({ key }) => key === failure.key)
  if (!sources.length && !unlisted) return null
  return (
    <section className={classes.sources} aria-label={t('others')}>
      {sources.length > 0 && <div className={classes.divider}>{t('others')}</div>}
      {unlisted && (
        <Notice tone="err" role="alert">
          {failure.text}
        </Notice>
      )}
      <ul className={classes.list} data-columns={shown.length > asRows || undefined}>
        {shown.map((source) => (
          <Source
            key={source.key}
            source={source}
            last={source.key === last && shown.length <= asRows}
            pending={pending === source.key}
            disabled={pending !== undefined}
            failure={failure?.key === source.key ? failure.text : undefined}
            onChoose={() => accepts() && void begin(source.key)}
          />
        ))}
      </ul>
      {shown.length < sources.length && (
        <button type="button" className={`link ${classes.more}`} onClick={() => setAll(true)}>
          {t('more')}
        </button>
      )}
    </section>
  )
}

interface SourceProps {
  source: ListedIdentitySource
  last: boolean
  pending: boolean
  disabled: boolean
  failure: string | undefined
  onChoose: () => void
}

function Source({ source, last, pending, disabled, failure, onChoose }: SourceProps) {
  const t = useTexts(words)
  return (
    <li>
      <button
        type="button"
        className={classes.source}
        aria-busy={pending || undefined}
        disabled={disabled}
        onClick={onChoose}
      >
        {pending ? <Loader size={18} /> : <SourceIcon source={source} />}
        <span className={classes.name} title={source.name}>
          {source.name}
        </span>
        {last && <Tag>{t('last')}</Tag>}
      </button>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </li>
  )
}

interface Failure {
  key: string
  text: string
}

/** Opens the provider of a source. Returns which source is being opened, and which source failed to open. */
function useBegin(loginHint: string | null) {
  const t = useTexts(words)
  const { search } = useLocation()
  const [pending, setPending] = useState<string>()
  const [failure, setFailure] = useState<Failure>()

  // The browser can restore this page from its cache when the user returns from the provider.
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => persisted && setPending(undefined)
    window.addEventListener('pageshow', restore)
    return () => window.removeEventListener('pageshow', restore)
  }, [])

  async function begin(key: string) {
    setPending(key)
    setFailure(undefined)
    try {
      const { login_hint: hint, prompt } = search as { login_hint?: unknown; prompt?: unknown }
      const url = await beginSourceSignIn(key, {
        redirect: redirectPath(search),
        loginHint: typeof hint === 'string' ? hint : loginHint,
        again: prompt === 'login',
      })
      stored.set('last-source', key)
      window.location.assign(url)
    } catch (error) {
      const known = error instanceof ApiError
      if (!known) console.error(error)
      const slow = known && (error.status ?? 0) >= 500
      setFailure({ key, text: slow || !known ? t('unavailable') : error.message })
      setPending(undefined)
    }
  }
  return { begin, pending, failure }
}
