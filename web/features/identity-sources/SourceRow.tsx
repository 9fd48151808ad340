import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconCircleCheck, IconCopy, IconGripVertical } from '#icons'
import { IconArrowDown, IconArrowUp, IconBan, IconTrash } from '#icons/page'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { SourceTile } from '../../shared/identity-sources/SourceIcon.tsx'
import { useCopy } from '../../ui/display/clipboard.ts'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { RowMenu } from '../../ui/layout/RowMenu.tsx'
import type { OpenDialog } from './dialogs/dialogs.ts'
import classes from './Sources.module.css'
import { type Source, stateOf, stateTones, updateIdentitySource, useSourcesChanged } from './sources.ts'
import { words } from './words.ts'

interface Props {
  source: Source
  index: number
  last: boolean
  open: OpenDialog
  /** Whether this row is being dragged. */
  dragged: boolean
  onMove: (position: number) => void
  onDrag: (dragging: boolean) => void
  /** Called if another row is dropped on this one. */
  onDrop: () => void
}

/** A row of the table, which can be moved by its handle. */
export function SourceRow({ source, index, last, open, dragged, onMove, onDrag, onDrop }: Props) {
  const t = useTexts(words)
  const { id, key, kind, name, settings } = source
  const state = stateOf(source)
  const grip = useRef<HTMLButtonElement>(null)
  const refocus = useRef(false)

  // Moving the row in the document removes the focus from its handle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useEffect(() => {
    if (refocus.current) grip.current?.focus()
    refocus.current = false
  }, [index])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !step) return
    event.preventDefault()
    refocus.current = true
    onMove(index + step)
  }

  return (
    <tr
      className={classes.row}
      data-dragged={dragged || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <td className={classes.gripCell}>
        <button
          ref={grip}
          type="button"
          className={classes.grip}
          aria-label={t('move', { name })}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', name)
            onDrag(true)
          }}
          onDragEnd={() => onDrag(false)}
          onKeyDown={onKeyDown}
        >
          <IconGripVertical size={16} stroke={1.6} aria-hidden />
        </button>
      </td>
      <td>
        <div className={classes.method}>
          <SourceTile source={source} />
          <div className={classes.names}>
            <Link to="/all-management/sign-in-methods/$id" params={{ id }} className={classes.link}>
              {name}
            </Link>
            <div className={classes.second}>
              {t(`kind.${kind}`)} · <span className="mono">{key === id ? id.slice(0, 8) : key}</span>
            </div>
          </div>
        </div>
      </td>
      <td data-label={t('scope')}>
        <Scope source={source} />
      </td>
      <td data-label={t('firstSignIn')} className={classes.dim}>
        {settings && t(`first.${settings.firstSignIn}`)}
      </td>
      <td data-label={t('signIns')} className={`tabular ${classes.number}`}>
        {settings?.signIns.toLocaleString('en-US')}
      </td>
      <td data-label={t('state')}>
        <StatusText tone={stateTones[state]}>{t(`state.${state}`)}</StatusText>
        {source.enabled && settings?.problem && <div className={classes.problem}>{settings.problem}</div>}
      </td>
      <td className={classes.right}>
        <Actions {...{ source, index, last, open, onMove }} />
      </td>
    </tr>
  )
}

function Scope({ source: { settings } }: { source: Source }) {
  const t = useTexts(words)
  const [first, ...others] = settings?.tenants ?? []
  if (!first) return t('everyone')
  const all = [first, ...others].map(({ name }) => name).join('\n')
  return (
    <span title={all}>
      {others.length ? t('tenants', { name: first.name, count: others.length + 1 }) : first.name}
    </span>
  )
}

function Actions({
  source,
  index,
  last,
  open,
  onMove,
}: Pick<Props, 'source' | 'index' | 'last' | 'open' | 'onMove'>) {
  const t = useTexts(words)
  const copy = useCopy()
  const changed = useSourcesChanged()
  const { id, name, enabled, loginUrl } = source
  async function enable() {
    await request(updateIdentitySource, { id, enabled: true })
    toast('ok', t('enabled', { name }))
    await changed()
  }
  const icon = (Icon: typeof IconCopy) => <Icon size={16} stroke={1.6} aria-hidden />
  return (
    <RowMenu name={name}>
      {() => (
        <>
          <Menu.Item leftSection={icon(IconArrowUp)} disabled={index === 0} onClick={() => onMove(index - 1)}>
            {t('up')}
          </Menu.Item>
          <Menu.Item leftSection={icon(IconArrowDown)} disabled={last} onClick={() => onMove(index + 1)}>
            {t('down')}
          </Menu.Item>
          <Menu.Item leftSection={icon(IconCopy)} onClick={() => void copy(loginUrl)}>
            {t('copyLink')}
          </Menu.Item>
          {enabled ? (
            <Menu.Item leftSection={icon(IconBan)} onClick={() => open('disable', [source])}>
              {t('disable')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={icon(IconCircleCheck)} onClick={() => void enable()}>
              {t('enable')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item data-danger leftSection={icon(IconTrash)} onClick={() => open('delete', [source])}>
            {t('delete')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  )
}
