import { useEffect, useRef } from 'react'
import { IconChevronLeft, IconChevronRight } from '#icons'
import { limits } from '../../../contract/limits.ts'
import { last, required } from '../../../contract/required.ts'
import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import classes from './AreaField.module.css'
import type { AreaPath } from './areaPaths.ts'
import type { Area } from './areas.ts'
import { along, holdsChosen, isSame } from './tree.ts'
import type { AreaKeys } from './useAreaKeys.ts'
import { words } from './words.ts'

interface Props {
  id: string
  label: string
  keys: AreaKeys
  query: string
  chosen: readonly AreaPath[]
  onToggle: (path: AreaPath) => void
}

/**
 * Panel of the area field. It contains either the columns or the search results. On phones, one column is
 * shown at a time.
 */
export function AreaPanel(props: Props) {
  const { keys, query, chosen } = props
  const t = useTexts(words)
  return (
    <>
      {keys.retry ? (
        <div className={classes.failed} role="alert">
          {t('failed')} <RetryLink onRetry={keys.retry} />
        </div>
      ) : query ? (
        <Found {...props} />
      ) : (
        <Columns {...props} />
      )}
      <div className={classes.foot} role="status">
        <span>{chosen.length < limits.areas ? t('hint') : t('full', { max: limits.areas })}</span>
        {chosen.length > 0 && <span>{t('count', { count: chosen.length })}</span>}
      </div>
    </>
  )
}

function Columns({ id, label, keys, chosen, onToggle }: Props) {
  const t = useTexts(words)
  const { at, columns, narrow, column: shown } = keys
  const names = along(columns[0] ?? [], at).map(({ name }) => name)
  const visible = (level: number) => !narrow || level === shown

  return (
    <>
      {narrow && shown > 0 && (
        <button type="button" tabIndex={-1} className={classes.back} onClick={keys.back}>
          <IconChevronLeft size={16} stroke={1.6} aria-hidden />
          {t('back', { name: shown > 1 ? required(names[shown - 2], 'item of names') : t('province') })}
        </button>
      )}
      <div className={classes.columns}>
        {columns.map((areas, level) => {
          if (!visible(level)) return null
          const above = at.slice(0, level)
          return (
            <div
              key={above.join()}
              id={`${id}-column-${level}`}
              role="tree"
              aria-label={level === 0 ? label : names[level - 1]}
              aria-multiselectable
              className={classes.column}
            >
              {areas.map((area, index) => (
                <Row
                  key={area.id}
                  id={`${id}-area-${area.id}`}
                  area={area}
                  path={[...above, area.id]}
                  place={[level + 1, index + 1, areas.length]}
                  keys={keys}
                  chosen={chosen}
                  onToggle={onToggle}
                />
              ))}
            </div>
          )
        })}
        {keys.loading && visible(columns[0]?.length ? columns.length : 0) && (
          <div className={classes.column} aria-hidden>
            {[64, 80, 72, 96, 64, 80].map((width, index) => (
              <div key={index} className={classes.waiting}>
                <Bar width={width} />
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  )
}

interface RowProps {
  id: string
  area: Area
  path: AreaPath
  /** Values of aria-level, aria-posinset and aria-setsize. The level and the position start at 1. */
  place: readonly [number, number, number]
  keys: AreaKeys
  chosen: readonly AreaPath[]
  onToggle: (path: AreaPath) => void
}

function Row({ id, area, path, place: [level, position, size], keys, chosen, onToggle }: RowProps) {
  const t = useTexts(words)
  const active = isSame(keys.at, path)
  const isChosen = chosen.some((each) => isSame(each, path))
  // Provinces are loaded without `children`, but every province has parts.
  const hasParts = level === 1 || Boolean(area.children?.length)
  const row = useScrolledTo(active)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active item
    <div
      ref={row}
      id={id}
      role="treeitem"
      aria-label={area.name}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-selected={isChosen}
      aria-expanded={hasParts ? isSame(keys.at.slice(0, level), path) : undefined}
      data-active={active || undefined}
      data-open={isSame(keys.at.slice(0, level), path) || undefined}
      className={classes.row}
      onClick={() => keys.enter(path, hasParts)}
    >
      {/* biome-ignore lint/a11y: a part of the row for the pointer; the keyboard has Enter */}
      <span
        className={classes.boxArea}
        title={t('choose', { name: area.name })}
        onClick={(event) => {
          event.stopPropagation()
          onToggle(path)
        }}
      >
        <Box checked={isChosen} mixed={holdsChosen(chosen, path)} />
      </span>
      <span className={classes.name}>{area.name}</span>
      {hasParts && <IconChevronRight size={14} stroke={1.6} aria-hidden className={classes.next} />}
    </div>
  )
}

function Found({ id, keys, query, chosen, onToggle }: Props) {
  const t = useTexts(words)
  if (keys.searching)
    return (
      <div className={classes.found} aria-busy>
        {[180, 220, 160].map((width) => (
          <div key={width} className={classes.waiting}>
            <Bar width={width} />
          </div>
        ))}
      </div>
    )
  if (keys.results.length === 0)
    return (
      <p className={classes.none} role="status">
        {t('none', { q: query })}
      </p>
    )
  return (
    <div
      id={`${id}-found`}
      role="listbox"
      aria-label={t('results')}
      aria-multiselectable
      className={classes.found}
    >
      {keys.results.map((hit, index) => (
        <Hit
          key={last(hit, 'hit').id}
          id={`${id}-found-${index}`}
          hit={hit}
          active={index === keys.index}
          chosen={chosen}
          onToggle={onToggle}
        />
      ))}
    </div>
  )
}

interface HitProps {
  id: string
  hit: readonly Area[]
  active: boolean
  chosen: readonly AreaPath[]
  onToggle: (path: AreaPath) => void
}

function Hit({ id, hit, active, chosen, onToggle }: HitProps) {
  const path = hit.map((area) => area.id)
  const isChosen = chosen.some((each) => isSame(each, path))
  const row = useScrolledTo(active)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={active || undefined}
      className={classes.row}
      onClick={() => onToggle(path)}
    >
      <span className={classes.boxArea}>
        <Box checked={isChosen} mixed={holdsChosen(chosen, path)} />
      </span>
      <span className={classes.name}>{hit.map(({ name }) => name).join(' / ')}</span>
    </div>
  )
}

const Box = ({ checked, mixed }: { checked: boolean; mixed: boolean }) => (
  <i className={classes.box} data-state={checked ? 'checked' : mixed ? 'mixed' : undefined} />
)

function useScrolledTo(active: boolean) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return row
}
