import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react'
import { IconSearch } from '#icons'
import { required } from '../../../contract/required.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import type { Action } from '../../ui/layout/Actions.tsx'
import { words as frameWords } from '../layout/words.ts'
import styles from './Palette.module.css'
import { Results } from './Results.tsx'
import { remember } from './recent.ts'
import { typedAhead } from './typedAhead.ts'
import { thingOf, type useActionDialogs, useActions } from './useActions.tsx'
import { type Scope, useFound } from './useFound.ts'
import { words } from './words.ts'

/** Debounce of server searches, in ms. */
const pause = 80

type Group = ReturnType<typeof useFound>['groups'][number]
interface SelectedHit {
  kind: Group['kind']
  row: Group['rows'][number]
}

interface SearchProps {
  session: Session
  openDialog: ReturnType<typeof useActionDialogs>['open']
  onClose: () => void
}

/**
 * Search field and results of the palette. The field keeps the focus, and aria-activedescendant identifies
 * the selected row or action.
 */
export function Search({ session, openDialog, onClose }: SearchProps) {
  const t = useTexts(words)
  const id = useId()
  const { openRow, act } = useOpening({ session, onClose })
  const search = useSearch(session, openDialog)
  const { text, scope, groups, pending, failed, flat, at, thing, actions, action, actionAt } = search
  const { type, enter, choose, chosen, setChosen, setAction, awaited, setAwaited } = search
  const active = flat.length ? [id, at, ...(actionAt === null ? [] : [actionAt])].join('-') : undefined

  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  useEffect(() => {
    if (!awaited || pending) return
    setAwaited(false)
    open(0)
  })

  function open(index: number, newTab = false) {
    const found = flat[index]
    if (found) openRow(found.kind, found.row, newTab)
  }

  function onKeyDown(event: KeyboardEvent) {
    // On Tab, the dialog's focus trap would select the text of this field, because the dialog has no other
    // field. The event is therefore hidden from the focus trap.
    if (event.key === 'Tab') event.stopPropagation()
    const newTab = event.ctrlKey || event.metaKey
    if (action !== null && onActionKey(event, newTab)) {
      event.preventDefault()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && flat.length > 0) choose((at + step + flat.length) % flat.length)
    else if (event.key === 'Enter' && pending && chosen === 0) setAwaited(true)
    else if (event.key === 'Enter') open(at, newTab)
    else if (event.key === 'Tab' && !event.shiftKey && thing) setAction(0)
    else {
      if (event.key === 'Backspace' && text === '' && scope !== 'all') enter('all')
      return
    }
    event.preventDefault()
  }

  /**
   * Handles a key while the actions are open. Tab and the arrow keys move between the actions; Esc and
   * Shift-Tab return to the row. Returns whether the key was handled.
   */
  function onActionKey({ key, shiftKey }: KeyboardEvent, newTab: boolean): boolean {
    if (key === 'Escape' || (key === 'Tab' && shiftKey)) setAction(null)
    else if (actionAt === null || !actions) return key === 'Tab'
    else if (key === 'Enter') act(required(actions[actionAt], 'item of actions'), newTab)
    else {
      const step = { Tab: 1, ArrowRight: 1, ArrowLeft: -1 }[key]
      if (!step) return false
      setAction((actionAt + step + actions.length) % actions.length)
    }
    return true
  }

  return (
    <>
      <Field
        id={id}
        scope={scope}
        text={text}
        active={active}
        expanded={flat.length > 0}
        acting={action !== null}
        onType={type}
        onKeyDown={onKeyDown}
      />
      <Results
        id={id}
        groups={groups}
        at={at}
        actionAt={actionAt}
        actions={actions}
        onChoose={(index) => index !== at && choose(index)}
        onOpen={open}
        onActions={(index) => {
          setChosen(index)
          setAction(action === null ? 0 : null)
        }}
        onDo={act}
      />
      {flat.length === 0 && !pending && (
        <div className={styles.none}>
          <p>{t('nothingFound', { text })}</p>
          {scope === 'all' && <p className={styles.noneText}>{t('nothingText')}</p>}
        </div>
      )}
      <Foot status={failed ? t('searchFailed') : t('resultCount', { count: flat.length })} />
    </>
  )
}

interface FieldProps {
  id: string
  scope: Scope
  text: string
  /** Id of the selected row, or of the selected action if the actions are open. */
  active: string | undefined
  expanded: boolean
  /** Whether the selected row's actions are open. */
  acting: boolean
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Field({ id, scope, text, active, expanded, acting, onType, onKeyDown }: FieldProps) {
  const t = useTexts(words)
  const frame = useTexts(frameWords)
  return (
    <div className={styles.field}>
      <IconSearch size={18} stroke={1.6} aria-hidden />
      <input
        className={styles.input}
        role="combobox"
        aria-label={frame('palette')}
        aria-expanded={expanded}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active}
        placeholder={t(scope === 'all' ? 'search' : 'searchTenants')}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        // While the actions are open, Esc closes only the actions and not the dialog.
        data-mantine-stop-propagation={acting || undefined}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <kbd className={styles.key}>Esc</kbd>
    </div>
  )
}

function Foot({ status }: { status: string }) {
  const t = useTexts(words)
  return (
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
        {t('keyActions')}
      </span>
      <span role="status">{status}</span>
    </div>
  )
}

/** State of the palette: the search text and scope, the results, and the selected row and action. */
function useSearch(session: Session, openDialog: SearchProps['openDialog']) {
  const [text, setText] = useState('')
  useLayoutEffect(() => {
    const ahead = typedAhead()
    if (ahead) setText(ahead)
  }, [])
  const [scope, setScope] = useState<Scope>('all')
  const [asked] = useDebouncedValue(text.trim(), pause)
  const [chosen, setChosen] = useState(0)
  // Index of the selected action in the selected row; null if the actions are closed.
  const [action, setAction] = useState<number | null>(null)
  // Whether the user pressed Enter before the results arrived. The first result then opens as soon as it
  // arrives.
  const [awaited, setAwaited] = useState(false)
  const { groups, pending, failed } = useFound(session, { text: text.trim(), asked, scope, setScope: enter })
  const flat = groups.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, row })))
  const at = Math.min(chosen, flat.length - 1)
  const thing = flat[at] ? thingOf(flat[at].kind, flat[at].row) : null
  const actions = useActions(session, action === null ? null : thing, openDialog)
  const actionAt = action !== null && actions?.length ? Math.min(action, actions.length - 1) : null
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
    setAction(null)
  }

  return {
    ...{ text, scope, groups, pending, failed, flat, at, chosen, thing, actions, action, actionAt },
    ...{ type, enter, choose, setChosen, setAction, awaited, setAwaited },
  }
}

/** Returns two functions: one opens a row, the other runs an action of a row. */
function useOpening({ session, onClose }: Pick<SearchProps, 'session' | 'onClose'>) {
  const router = useRouter()

  function openRow(kind: SelectedHit['kind'], row: SelectedHit['row'], newTab: boolean) {
    remember(kind, row, session.tenantId)
    const { to, search = {}, kept } = row
    // Filter values that must not appear in a URL cannot be passed to a new tab. If there are any, the page
    // opens in this tab.
    if (newTab && to && !kept) {
      window.open(router.buildLocation({ to, search }).href, '_blank')
      return
    }
    if (!row.stays) onClose()
    const state = kept ? { kept: { of: session.auth.id, search: kept } } : {}
    if (to) void router.navigate({ to, search, state })
    else void row.run?.()
  }

  function act({ link, run }: Action, newTab = false) {
    if (link && newTab) {
      window.open(router.buildLocation(link as object).href, '_blank')
      return
    }
    onClose()
    if (link) void router.navigate(link as object)
    else run?.()
  }

  return { openRow, act }
}
