import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { required } from '../../../../contract/required.ts'
import { number } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import chart from '../../../ui/display/Chart.module.css'
import { linesFor } from '../../../ui/display/chart.ts'
import classes from './Usage.module.css'
import type { ChosenDay, Day } from './usage.ts'
import { words } from './words.ts'

const height = 208
/** Margins in px: above for the tooltip, below and on the left for labels. */
const room = { top: 12, right: 4, bottom: 28, left: 44 }
/** In px: the maximum width of a bar, the minimum height of a non-empty part, and the gap between parts. */
const bar = { width: 14, least: 2, gap: 1 }

/** Number of days that a key moves. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

/**
 * Bar chart by day: successes, with errors on top. A table gives screen readers the same data. Clicking a day
 * selects it; arrow keys move between days.
 */
export function SignInChart({
  title,
  days,
  chosen: { day, choose },
}: {
  title: string
  days: readonly Day[]
  chosen: ChosenDay
}) {
  const t = useTexts(words)
  const times = useTimes()
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number | null>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const [reached, setReached] = useState<number>()

  const lines = linesFor([0, Math.max(...days.map(({ signedIn, failed }) => signedIn + failed))])
  const ground = height - room.bottom
  const sizeOf = (count: number) =>
    count ? Math.max(bar.least, (count / required(lines.at(-1), 'item of lines')) * (ground - room.top)) : 0
  const step = (width - room.left - room.right) / days.length
  const thick = Math.min(bar.width, step - 2)
  const middle = (index: number) => room.left + (index + 0.5) * step
  const shown = at === null ? undefined : days[at]
  // Number of days between two labels, so that they do not overlap. The last day always has one.
  const between = Math.ceil(64 / Math.max(step, 1))
  const last = days.length - 1
  const chosen = days.findIndex(({ fromDateTime }) => fromDateTime === day?.fromDateTime)
  const isNamed = (index: number) =>
    index === chosen ||
    ((last - index) % between === 0 && (chosen < 0 || Math.abs(index - chosen) >= between))
  const inTabs = Math.min(reached ?? (chosen < 0 ? last : chosen), last)
  const column = (index: number, className: string | undefined) => (
    <rect
      className={className}
      x={middle(index) - step / 2}
      y={room.top}
      width={step}
      height={ground - room.top}
    />
  )
  const notified = ({ signedIn, failed }: Day) => t('dayText', { signedIn, failed })

  const walk = (event: KeyboardEvent, from: number) => {
    const far = steps[event.key]
    if (far === undefined) return
    event.preventDefault()
    group.current?.querySelectorAll('button')[Math.min(Math.max(from + far, 0), last)]?.focus()
  }

  return (
    <div
      ref={ref}
      className={chart.chart}
      onPointerLeave={() => setAt(null)}
      onPointerMove={({ clientX, currentTarget }) => {
        const x = clientX - currentTarget.getBoundingClientRect().left - room.left
        const index = Math.floor(x / step)
        setAt(index >= 0 && index < days.length ? index : null)
      }}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {at !== null && column(at, classes.at)}
          {chosen >= 0 && column(chosen, classes.chosen)}
          {lines.map((line) => (
            <g key={line}>
              <line
                className={chart.line}
                x1={room.left}
                x2={width - room.right}
                y1={ground - (line / required(lines.at(-1), 'item of lines')) * (ground - room.top)}
                y2={ground - (line / required(lines.at(-1), 'item of lines')) * (ground - room.top)}
              />
              <text
                className={chart.label}
                x={room.left - 12}
                y={ground - (line / required(lines.at(-1), 'item of lines')) * (ground - room.top) + 4}
                textAnchor="end"
              >
                {number(line)}
              </text>
            </g>
          ))}
          {days.map(({ fromDateTime, signedIn, failed }, index) => {
            const [ok, bad] = [sizeOf(signedIn), sizeOf(failed)]
            const x = middle(index) - thick / 2
            const below = ok ? ok + bar.gap : 0
            return (
              <g key={fromDateTime}>
                <rect className={classes.ok} x={x} y={ground - ok} width={thick} height={ok} rx={2} />
                <rect
                  className={classes.bad}
                  x={x}
                  y={ground - below - bad}
                  width={thick}
                  height={bad}
                  rx={2}
                />
                {isNamed(index) && (
                  <text
                    className={index === chosen ? classes.chosenName : chart.label}
                    x={index === last ? width - room.right : middle(index)}
                    y={height - 8}
                    textAnchor={index === last ? 'end' : 'middle'}
                  >
                    {times.dayOf(fromDateTime)}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      )}
      {width > 0 && (
        <fieldset ref={group} className={classes.days} style={{ left: room.left, right: room.right }}>
          <legend className="unseen">{t('daysOfErrors')}</legend>
          {days.map((each, index) => (
            <button
              key={each.fromDateTime}
              type="button"
              className={classes.day}
              aria-pressed={index === chosen}
              aria-label={t('dayTold', { day: times.dayOf(each.fromDateTime), told: notified(each) })}
              tabIndex={index === inTabs ? 0 : -1}
              onClick={() => choose(each)}
              onKeyDown={(event) => walk(event, index)}
              onFocus={() => {
                setReached(index)
                setAt(index)
              }}
              onBlur={() => setAt(null)}
            />
          ))}
        </fieldset>
      )}
      {shown && at !== null && (
        <div
          className={`${chart.tip} ${classes.tip}`}
          style={{ left: Math.min(Math.max(middle(at), 80), width - 80) }}
        >
          <div className={classes.tipName}>{times.dayOf(shown.fromDateTime)}</div>
          {notified(shown)}
        </div>
      )}
      <div className="unseen">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('succeeded')}</th>
              <th scope="col">{t('refused')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ fromDateTime, signedIn, failed }) => (
              <tr key={fromDateTime}>
                <th scope="row">{times.dayOf(fromDateTime)}</th>
                <td>{number(signedIn)}</td>
                <td>{number(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
