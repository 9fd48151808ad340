import type { MouseEvent } from 'react'
import { IconBolt, IconBuilding, IconDeviceDesktop, IconDots, IconFileText, IconUser } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import type { Action } from '../../ui/layout/Actions.tsx'
import styles from './Palette.module.css'
import type { Kind, Mark, Row, Shown } from './rank.ts'
import { thingOf } from './useActions.tsx'
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

interface Props {
  /**
   * Prefix of the option ids. `${id}-2` is the row with index 2, and `${id}-2-0` is the first action of that
   * row.
   */
  id: string
  groups: readonly Shown[]
  /**
   * `at` is the index of the selected row, and `actionAt` is the index of the selected action. `actionAt` is
   * null if the actions are closed.
   */
  at: number
  actionAt: number | null
  actions: readonly Action[] | undefined
  onChoose: (index: number) => void
  onOpen: (index: number, newTab: boolean) => void
  onActions: (index: number) => void
  onDo: (action: Action, newTab: boolean) => void
}

const newTab = (event: MouseEvent) => event.ctrlKey || event.metaKey

/**
 * Shows the results, and the actions of the selected row below that row. The search field keeps the focus and
 * handles all keys.
 */
export function Results({
  id,
  groups,
  at,
  actionAt,
  actions = [],
  onChoose,
  onOpen,
  onActions,
  onDo,
}: Props) {
  const t = useTexts(words)
  const flat = groups.flatMap(({ rows }) => rows)
  const drawn = (kind: Kind, row: Row) => {
    const index = flat.indexOf(row)
    const Icon = icons[row.of ?? kind]
    const chosen = index === at
    return (
      <div key={row.key} role="presentation">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys and the focus */}
        <div
          id={`${id}-${index}`}
          className={styles.row}
          role="option"
          tabIndex={-1}
          aria-selected={chosen && actionAt === null}
          data-chosen={chosen || undefined}
          onPointerMove={() => onChoose(index)}
          onClick={(event) => onOpen(index, newTab(event))}
        >
          <span className={styles.icon}>
            <Icon size={16} stroke={1.6} aria-hidden />
          </span>
          <span className={styles.name}>
            <Marked text={row.name} mark={row.mark} />
          </span>
          {row.about && (
            <span className={styles.about}>
              <Marked text={row.about} mark={row.aboutMark} />
            </span>
          )}
          {row.end && <span className={styles.end}>{row.end}</span>}
          {chosen && (
            <span className={styles.hints} aria-hidden>
              {thingOf(kind, row) && (
                // biome-ignore lint/a11y/noStaticElementInteractions: the same as Tab, for a pointer
                // biome-ignore lint/a11y/useKeyWithClickEvents: Tab is in the field
                <span
                  className={styles.key}
                  onClick={(event) => {
                    event.stopPropagation()
                    onActions(index)
                  }}
                >
                  <IconDots size={16} />
                </span>
              )}
              <kbd className={styles.key}>↵</kbd>
            </span>
          )}
        </div>
        {chosen && actionAt !== null && actions.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div className={styles.actions} role="group" aria-label={t('actionsOf', { name: row.name })}>
            {actions.map((action, number) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys and the focus
              <div
                key={action.name}
                id={`${id}-${index}-${number}`}
                className={styles.action}
                role="option"
                tabIndex={-1}
                aria-selected={number === actionAt}
                data-danger={action.danger || undefined}
                onClick={(event) => onDo(action, newTab(event))}
              >
                <action.Icon size={16} stroke={1.6} aria-hidden />
                {action.name}
              </div>
            ))}
          </div>
        )}
      </div>
    )
  }
  return (
    <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t('results')}>
      {groups.map(({ kind, rows, count }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <div className={styles.kind} role="presentation">
            <span id={`${id}-${kind}`}>{t(`kind.${kind}`)}</span>
            <span>{count}</span>
          </div>
          {rows.map((row) => drawn(kind, row))}
        </div>
      ))}
    </div>
  )
}

/** Highlights the matching part of a text. */
function Marked({ text, mark: [from, to] }: { text: string; mark: Mark }) {
  if (from === to) return text
  return (
    <>
      {text.slice(0, from)}
      <mark className={styles.mark}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}
