import { ActionIcon, Menu } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { IconColumns3, IconGripVertical } from '#icons'
import { required } from '../../../../contract/required.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words } from '../words.ts'
import styles from './ColumnChooser.module.css'
import { keysOf, moved } from './order.ts'

export interface ColumnsState {
  /** The columns that can be hidden and moved, in their current order. */
  columns: readonly { key: string; label: string }[]
  hidden: readonly string[]
  /** Whether the column settings differ from the default. */
  changed: boolean
  onHidden: (keys: readonly string[]) => void
  onOrder: (keys: readonly string[]) => void
  onReset: () => void
}

const itemOf = (list: HTMLElement | null, key: string) =>
  list?.querySelector<HTMLElement>(`[data-column="${key}"]`)

/**
 * Menu that shows or hides the columns of a list, and reorders them by dragging or with Alt and the arrow
 * keys.
 */
export function ColumnChooser({ columns, hidden, changed, onHidden, onOrder, onReset }: ColumnsState) {
  const t = useTexts(words)
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string>()
  const keys = keysOf(columns)
  // Key of the item that was moved last. After the move, this item gets the focus again.
  const last = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the order has changed
  useLayoutEffect(() => itemOf(list.current, last.current ?? '')?.focus(), [String(keys)])
  const toggle = (key: string) =>
    onHidden(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key])

  function move(key: string, to: number) {
    if (to < 0 || to >= keys.length || to === keys.indexOf(key)) return
    const column = required(
      columns.find((each) => each.key === key),
      'item of columns',
    ).label
    last.current = key
    onOrder(moved(keys, key, to))
    setSaid(t('movedTo', { column, place: to + 1, count: keys.length }))
  }

  // Handles Alt with an arrow key before the menu does. The menu uses the arrow keys to move between items.
  function onKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-column]')?.dataset.column
    if (!step || !event.altKey || !key) return
    event.preventDefault()
    event.stopPropagation()
    move(key, keys.indexOf(key) + step)
  }

  function drag(event: PointerEvent) {
    if (!dragged) return
    const under = keys.findIndex((key) => {
      const box = itemOf(list.current, key)?.getBoundingClientRect()
      return box && event.clientY >= box.top && event.clientY < box.bottom
    })
    if (under >= 0) move(dragged, under)
  }

  return (
    <>
      <Menu position="bottom-end" width={220} keepMounted={false} onClose={() => setSaid('')}>
        <Menu.Target>
          <ActionIcon aria-label={t('columns')} title={t('columns')}>
            <IconColumns3 size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <div
            ref={list}
            className={styles.list}
            onKeyDownCapture={onKey}
            onPointerMove={drag}
            onPointerUp={() => setDragged(undefined)}
            onPointerCancel={() => setDragged(undefined)}
          >
            {columns.map(({ key, label }) => (
              <Menu.CheckboxItem
                key={key}
                data-column={key}
                data-dragged={dragged === key || undefined}
                className={styles.item}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                checked={!hidden.includes(key)}
                onChange={() => toggle(key)}
                rightSection={
                  <Grip
                    onGrab={(pointer) => {
                      // The list captures the pointer, because an item would lose the pointer capture when
                      // the items are reordered.
                      required(list.current, 'list').setPointerCapture(pointer)
                      setDragged(key)
                    }}
                  />
                }
              >
                {label}
              </Menu.CheckboxItem>
            ))}
          </div>
          <Menu.Divider />
          <div className={styles.hint}>{t('moveHint')}</div>
          <Menu.Item disabled={!changed} closeMenuOnClick={false} onClick={onReset}>
            {t('resetColumns')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <span className={styles.said} role="status">
        {said}
      </span>
    </>
  )
}

/** Drag handle of an item. `onGrab` receives the pointer id. */
function Grip({ onGrab }: { onGrab: (pointer: number) => void }) {
  const t = useTexts(words)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard moves the item itself
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the item from being pressed
    <span
      className={styles.grip}
      title={t('moveColumn')}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.preventDefault()
        onGrab(event.pointerId)
      }}
    >
      <IconGripVertical size={14} stroke={1.6} aria-hidden />
    </span>
  )
}
