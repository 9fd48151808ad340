import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react'
import { IconSearch } from '#icons'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import type { Deed } from '../../ui/layout/Deeds.tsx'
import { words as frameWords } from '../layout/words.ts'
import styles from './Palette.module.css'
import { Results } from './Results.tsx'
import { remember } from './recent.ts'
import { typedAhead } from './typedAhead.ts'
import { thingOf, type useDeedDialogs, useDeeds } from './useDeeds.tsx'
import { type Scope, useFound } from './useFound.ts'
import { words } from './words.ts'

/** ms that typing pauses before the server is asked. */
const pause = 80

interface SearchProps {
  session: Session
  openDialog: ReturnType<typeof useDeedDialogs>['open']
  onClose: () => void
}

/** The field has the focus all the time: what is chosen, a row or a deed below it, is told by aria-activedescendant. */
export function Search({ session, openDialog, onClose }: SearchProps) {
  const t = useTexts(words)
  const frame = useTexts(frameWords)
  const id = useId()
  const router = useRouter()
  const [text, setText] = useState('')
  useLayoutEffect(() => {
    const ahead = typedAhead()
    if (ahead) setText(ahead)
  }, [])
  const [scope, setScope] = useState<Scope>('all')
  const [asked] = useDebouncedValue(text.trim(), pause)
  const [chosen, setChosen] = useState(0)
  // Which deed of the chosen row is; null: they are not open.
  const [deed, setDeed] = useState<number | null>(null)
  // Enter was pressed before the answer to what was typed: it opens the first row of that.
  const [awaited, setAwaited] = useState(false)
  const { groups, pending, failed } = useFound(session, { text: text.trim(), asked, scope, setScope: enter })
  const flat = groups.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, row })))
  const at = Math.min(chosen, flat.length - 1)
  const thing = flat[at] ? thingOf(flat[at].kind, flat[at].row) : null
  const deeds = useDeeds(session, deed === null ? null : thing, openDialog)
  const deedAt = deed !== null && deeds?.length ? Math.min(deed, deeds.length - 1) : null
  const active = flat.length ? [id, at, ...(deedAt === null ? [] : [deedAt])].join('-') : undefined

  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  useEffect(() => {
    if (!awaited || pending) return
    setAwaited(false)
    open(0)
  })

  function type(next: string) {
    setText(next)
    choose(0)
    setAwaited(false)
  }

  function enter(next: Scope) {
    setScope(next)
    type('')
  }

  function choose(index: number) {
    setChosen(index)
    setDeed(null)
  }

  function open(index: number, newTab = false) {
    const { kind, row } = flat[index] ?? {}
    if (!row || !kind) return
    remember(kind, row, session.tenantId)
    const { to, search = {}, kept } = row
    // What no URL may say goes to no other tab either.
    if (newTab && to && !kept) {
      window.open(router.buildLocation({ to, search }).href, '_blank')
      return
    }
    if (!row.stays) onClose()
    const state = kept ? { kept: { of: session.auth.id, search: kept } } : {}
    if (to) void router.navigate({ to, search, state })
    else void row.run?.()
  }

  function act({ link, run }: Deed, newTab = false) {
    if (link && newTab) {
      window.open(router.buildLocation(link as object).href, '_blank')
      return
    }
    onClose()
    if (link) void router.navigate(link as object)
    else run?.()
  }

  function onKeyDown(event: KeyboardEvent) {
    // Else the dialog, whose only field this is, would select what is in it.
    if (event.key === 'Tab') event.stopPropagation()
    const newTab = event.ctrlKey || event.metaKey
    if (deed !== null && onDeedKey(event, newTab)) {
      event.preventDefault()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && flat.length > 0) {
      event.preventDefault()
      choose((at + step + flat.length) % flat.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (pending && chosen === 0) setAwaited(true)
      else open(at, newTab)
    } else if (event.key === 'Tab' && !event.shiftKey && thing) {
      event.preventDefault()
      setDeed(0)
    } else if (event.key === 'Backspace' && text === '' && scope !== 'all') enter('all')
  }

  /** Whether the key was one of the open deeds: Tab and the arrows go along them, Esc and Shift-Tab back to the row. */
  function onDeedKey({ key, shiftKey }: KeyboardEvent, newTab: boolean): boolean {
    if (key === 'Escape' || (key === 'Tab' && shiftKey)) setDeed(null)
    else if (deedAt === null || !deeds) return key === 'Tab'
    else if (key === 'Enter') act(deeds[deedAt]!, newTab)
    else {
      const step = { Tab: 1, ArrowRight: 1, ArrowLeft: -1 }[key]
      if (!step) return false
      setDeed((deedAt + step + deeds.length) % deeds.length)
    }
    return true
  }

  return (
    <>
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          className={styles.input}
          role="combobox"
          aria-label={frame('palette')}
          aria-expanded={flat.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active}
          placeholder={t(scope === 'all' ? 'search' : 'searchTenants')}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          // Its Esc is first that of the deeds.
          data-mantine-stop-propagation={deed !== null || undefined}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <kbd className={styles.key}>Esc</kbd>
      </div>
      <Results
        id={id}
        groups={groups}
        at={at}
        deedAt={deedAt}
        deeds={deeds}
        onChoose={(index) => index !== at && choose(index)}
        onOpen={open}
        onDeeds={(index) => {
          setChosen(index)
          setDeed(deed === null ? 0 : null)
        }}
        onDo={act}
      />
      {flat.length === 0 && !pending && (
        <div className={styles.none}>
          <p>{t('nothingFound', { text })}</p>
          {scope === 'all' && <p className={styles.noneText}>{t('nothingText')}</p>}
        </div>
      )}
      <div className={styles.foot}>
        <span className={styles.keys}>
          <kbd className={styles.key}>↑</kbd>
          <kbd className={styles.key}>↓</kbd>
          {t('keyChoose')}
          <kbd className={styles.key}>↵</kbd>
          {t('keyOpen')}
          <kbd className={styles.key}>Ctrl ↵</kbd>
          {t('keyNewTab')}
          <kbd className={styles.key}>Tab</kbd>
          {t('keyDeeds')}
        </span>
        <span role="status">{failed ? t('searchFailed') : t('resultCount', { count: flat.length })}</span>
      </div>
    </>
  )
}
