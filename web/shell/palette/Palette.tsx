import '../../ui/theme/mantine-dialogs.ts'
import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useShown } from '../../ui/dialogs/useShown.ts'
import { words as frameWords } from '../layout/words.ts'
import { useDevice } from '../settings/settings.ts'
import styles from './Palette.module.css'
import type { Row } from './rank.ts'
import { remember } from './recent.ts'
import { type Scope, useFound } from './useFound.ts'
import { words } from './words.ts'

const icons = {
  recent: IconFileText,
  tenants: IconBuilding,
  members: IconUser,
  allTenants: IconBuilding,
  accounts: IconUser,
  devices: IconDeviceDesktop,
  pages: IconFileText,
  actions: IconBolt,
} as const

/** ms that typing pauses before the server is asked. */
const pause = 80

interface PaletteProps {
  session: Session
  opened: boolean
  onClose: () => void
}

/** Finds devices, organizations, people and pages by a part of their names or their pinyin, and does things; by the keyboard alone. */
export function Palette(props: PaletteProps) {
  const t = useTexts(frameWords)
  const device = useDevice()
  return (
    <Modal
      opened={useShown(props.opened)}
      onClose={props.onClose}
      size={640}
      centered={false}
      yOffset={device === 'mobile' ? 12 : 120}
      withCloseButton={false}
      padding={0}
      attributes={{ content: { 'aria-label': t('palette') } }}
      classNames={{ content: styles.content }}
    >
      <Search {...props} />
    </Modal>
  )
}

function Search({ session, onClose }: PaletteProps) {
  const t = useTexts(words)
  const frame = useTexts(frameWords)
  const id = useId()
  const router = useRouter()
  const [text, setText] = useState('')
  const [scope, setScope] = useState<Scope>('all')
  const [asked] = useDebouncedValue(text.trim(), pause)
  const [chosen, setChosen] = useState(0)
  // Enter was pressed before the answer to what was typed: it opens the first row of that.
  const [awaited, setAwaited] = useState(false)
  const { groups, pending, failed } = useFound(session, { text: text.trim(), asked, scope, setScope: enter })
  const flat = groups.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, row })))
  const at = Math.min(chosen, flat.length - 1)

  useEffect(() => {
    if (!awaited || pending) return
    setAwaited(false)
    open(0)
  })

  function type(next: string) {
    setText(next)
    setChosen(0)
    setAwaited(false)
  }

  function enter(next: Scope) {
    setScope(next)
    type('')
  }

  function open(index: number, newTab = false) {
    const { kind, row } = flat[index] ?? {}
    if (!row || !kind) return
    remember(kind, row, session.tenantId)
    if (newTab && row.to) {
      window.open(router.buildLocation({ to: row.to, search: row.search ?? {} }).href, '_blank')
      return
    }
    if (!row.stays) onClose()
    if (row.to) void router.navigate({ to: row.to, search: row.search ?? {} })
    else void row.run?.()
  }

  function onKeyDown(event: KeyboardEvent) {
    // The letters of an input method are not ours yet.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && flat.length > 0) {
      event.preventDefault()
      const next = (at + step + flat.length) % flat.length
      setChosen(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (pending && chosen === 0) setAwaited(true)
      else open(at, event.ctrlKey || event.metaKey)
    } else if (event.key === 'Backspace' && text === '' && scope !== 'all') enter('all')
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
          aria-activedescendant={flat.length > 0 ? `${id}-${at}` : undefined}
          placeholder={t(scope === 'all' ? 'search' : 'searchTenants')}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <kbd className={styles.key}>Esc</kbd>
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t('results')}>
        {groups.map(({ kind, rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div className={styles.kind} id={`${id}-${kind}`} role="presentation">
              {t(`kind.${kind}`)}
            </div>
            {rows.map((row) => {
              const index = flat.findIndex((each) => each.row === row)
              const Icon = icons[row.of ?? kind]
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys and the focus
                <div
                  key={row.key}
                  id={`${id}-${index}`}
                  className={styles.row}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onPointerMove={() => setChosen(index)}
                  onClick={(event) => open(index, event.ctrlKey || event.metaKey)}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  <span className={styles.name}>
                    <Marked row={row} />
                  </span>
                  {row.about && <span className={styles.about}>{row.about}</span>}
                  {row.end && <span className={styles.end}>{row.end}</span>}
                  {index === at && (
                    <kbd className={styles.key} aria-hidden>
                      ↵
                    </kbd>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
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
        </span>
        <span role="status">{failed ? t('searchFailed') : t('resultCount', { count: flat.length })}</span>
      </div>
    </>
  )
}

/** The name with what was found in it. */
function Marked({ row: { name, mark } }: { row: Row }) {
  const [from, to] = mark
  if (from === to) return name
  return (
    <>
      {name.slice(0, from)}
      <mark className={styles.mark}>{name.slice(from, to)}</mark>
      {name.slice(to)}
    </>
  )
}
