import '../../ui/theme/mantine-dialogs.ts'
import { Modal, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useRouter } from '@tanstack/react-router'
import { Fragment, type KeyboardEvent, useId, useState } from 'react'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useShown } from '../../ui/dialogs/useShown.ts'
import { words as frameWords } from '../layout/words.ts'
import { useDevice } from '../settings/settings.ts'
import { words as settingsWords } from '../settings/words.ts'
import styles from './Palette.module.css'
import { useFound } from './useFound.ts'
import type { Found } from './useRemote.ts'

const icons = {
  tenants: IconBuilding,
  members: IconUser,
  allTenants: IconBuilding,
  accounts: IconUser,
  devices: IconDeviceDesktop,
  pages: IconFileText,
  settings: IconSettings,
} as const

interface PaletteProps {
  session: Session
  opened: boolean
  onClose: () => void
}

/** Finds pages, settings, organizations, people and devices by a part of their names; done with the keyboard alone. */
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
  const t = useTexts(settingsWords)
  const frame = useTexts(frameWords)
  const id = useId()
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 200)
  const [chosen, setChosen] = useState(0)
  const { groups, pending, failed } = useFound(session, text.trim(), asked, { setColorScheme })
  const flat = groups.flatMap((group) => group.found)
  const at = Math.min(chosen, flat.length - 1)

  function open(found: Found | undefined, newTab = false) {
    if (!found) return
    if (newTab && found.to) {
      window.open(router.buildLocation({ to: found.to, search: found.search ?? {} }).href, '_blank')
      return
    }
    onClose()
    if (found.to) void router.navigate({ to: found.to, search: found.search ?? {} })
    else void found.run?.()
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
      open(flat[at], event.ctrlKey || event.metaKey)
    }
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
          placeholder={t('search')}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className={styles.key}>Esc</kbd>
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t('results')}>
        {groups.map((group) => (
          <Fragment key={group.kind}>
            <div className={styles.kind} role="presentation">
              {t(`kind.${group.kind}`)}
            </div>
            {group.found.map((found) => {
              const index = flat.indexOf(found)
              const Icon = icons[group.kind]
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys and the focus
                <div
                  key={found.key}
                  id={`${id}-${index}`}
                  className={styles.row}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onPointerMove={() => setChosen(index)}
                  onClick={(event) => open(found, event.ctrlKey || event.metaKey)}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  <span className={styles.name}>{found.name}</span>
                  {found.about && <span className={styles.about}>{found.about}</span>}
                  {index === at && (
                    <kbd className={styles.key} aria-hidden>
                      ↵
                    </kbd>
                  )}
                </div>
              )
            })}
          </Fragment>
        ))}
      </div>
      {flat.length === 0 && !pending && <p className={styles.none}>{t('nothingFound', { text })}</p>}
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
        <span role="status">
          {failed ? t('searchFailed') : pending ? t('searching') : t('resultCount', { count: flat.length })}
        </span>
      </div>
    </>
  )
}
