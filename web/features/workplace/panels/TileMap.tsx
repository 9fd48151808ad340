import { Link } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { first, required } from '../../../../contract/required.ts'
import { number, percent } from '../../../lib/numbers.ts'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import { words as divisionWords } from '../../../shared/areas/divisions/words.ts'
import { words } from '../words.ts'
import { useDevicesLink } from './links.ts'
import type { DivisionDevices } from './placed.ts'
import { stepOf, stepsOf } from './steps.ts'
import styles from './TileMap.module.css'

const directions: Record<string, readonly [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Returns the nearest tile in the direction of the arrow key. Tiles in the same row or column are preferred.
 */
export function next(
  placed: readonly DivisionDevices[],
  from: DivisionDevices,
  key: string,
): DivisionDevices | undefined {
  const [down, right] = required(directions[key], 'item of directions')
  return placed
    .map((to) => {
      const along = (to.row - from.row) * down + (to.column - from.column) * right
      const aside = Math.abs((to.row - from.row) * right) + Math.abs((to.column - from.column) * down)
      return { to, along, far: along + aside * 2 }
    })
    .filter(({ along }) => along > 0)
    .sort((one, other) => one.far - other.far)[0]?.to
}

/**
 * Shows the 34 divisions of China as tiles, which are darker for more devices. It is not a geographic map, so
 * it shows no borders. A tile links to the list of devices in the division. The arrow keys move between
 * tiles.
 */
export function TileMap({ placed, unplaced }: { placed: readonly DivisionDevices[]; unplaced: number }) {
  const t = useTexts(words)
  const division = useTexts(divisionWords)
  const locale = useLocale()
  const link = required(useDevicesLink(null), 'result of useDevicesLink')
  const tiles = useRef(new Map<string, HTMLAnchorElement>())
  const [current, setCurrent] = useState<string>()
  const [shown, setShown] = useState<string>()
  const steps = stepsOf(placed.map(({ devices }) => devices))
  const largest = placed.toSorted((one, other) => other.devices - one.devices).slice(0, 8)
  const inTabs = current ?? first(largest, 'largest').id
  const pointed = placed.find(({ id }) => id === shown)
  const notified = ({ devices, online }: DivisionDevices) =>
    devices
      ? t('tileTold', {
          count: devices,
          online,
          share: percent(online / devices),
        })
      : t('tileNone')

  const walk = (event: KeyboardEvent, from: DivisionDevices) => {
    if (!Object.hasOwn(directions, event.key)) return
    event.preventDefault()
    const to = next(placed, from, event.key)
    if (to) tiles.current.get(to.id)?.focus()
  }

  return (
    <div className={styles.whole}>
      <div className={styles.diagram}>
        <div className={styles.scale} aria-hidden="true">
          {[0, ...steps].map((from, step) => (
            <span key={from} className="tabular">
              <i data-step={step} />
              {number(from)}
            </span>
          ))}
        </div>
        {placed.map((tile) => (
          <Link
            key={tile.id}
            {...link({ area: tile.id })}
            ref={(element: HTMLAnchorElement | null) => {
              if (element) tiles.current.set(tile.id, element)
              else tiles.current.delete(tile.id)
            }}
            className={styles.tile}
            style={{ gridRow: tile.row + 1, gridColumn: tile.column + 1 }}
            data-step={stepOf(steps, tile.devices)}
            tabIndex={tile.id === inTabs ? 0 : -1}
            onKeyDown={(event) => walk(event, tile)}
            onFocus={() => {
              setCurrent(tile.id)
              setShown(tile.id)
            }}
            onBlur={() => setShown(undefined)}
            onPointerEnter={() => setShown(tile.id)}
            onPointerLeave={() => setShown(undefined)}
          >
            <span className="unseen">{t('tile', { name: division(tile.id), told: notified(tile) })}</span>
            <span aria-hidden="true">{locale === 'zh-CN' ? division(tile.id) : tile.letters}</span>
          </Link>
        ))}
        {pointed && (
          <div
            className={styles.tip}
            style={{ '--row': pointed.row, '--column': pointed.column } as CSSProperties}
            aria-hidden="true"
          >
            {locale !== 'zh-CN' && <strong>{division(pointed.id)}</strong>} {notified(pointed)}
          </div>
        )}
        {unplaced > 0 && (
          <p className={`tabular ${styles.unplaced}`}>{t('unplacedCount', { count: unplaced })}</p>
        )}
      </div>
      <ol className={styles.largest} aria-label={t('largest')}>
        {largest
          .filter(({ devices }) => devices > 0)
          .map((tile) => (
            <li key={tile.id}>
              <Link {...link({ area: tile.id })}>{division(tile.id)}</Link>
              <span className="tabular">{number(tile.devices)}</span>
            </li>
          ))}
      </ol>
    </div>
  )
}
