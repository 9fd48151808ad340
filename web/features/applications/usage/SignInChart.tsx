import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { last } from '../../../../contract/required.ts'
import { number } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import chart from '../../../ui/display/Chart.module.css'
import { DataTable, Lines, Tip } from '../../../ui/display/ChartParts.tsx'
import { linesFor } from '../../../ui/display/chart.ts'
import classes from './Usage.module.css'
import type { ChosenDay, Day } from './usage.ts'
import { words } from './words.ts'

const height = 208
/** Margins in px. The labels are below the bars and to the left of them. */
const room = { top: 12, right: 4, bottom: 28, left: 44 }
const ground = height - room.bottom
/** Maximum width of a bar, minimum height of a non-empty part of a bar, and gap between parts, in px. */
const bar = { width: 14, least: 2, gap: 1 }

/** Number of days by which each key moves the focus. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

interface Props {
  title: string
  days: readonly Day[]
  chosen: ChosenDay
}

/**
 * Shows a bar per day, with the errors stacked on the successful sign-ins. A table provides the same data to
 * screen readers. A click selects a day. The arrow keys move between days.
 */
export function SignInChart({ title, days, chosen: { day, choose } }: Props) {
  const t = useTexts(words)
  const times = useTimes()
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number | null>(null)

  const step = (width - room.left - room.right) / days.length
  const middle = (index: number) => room.left + (index + 0.5) * step
  const shown = at === null ? undefined : days[at]
  const chosen = days.findIndex(({ fromDateTime }) => fromDateTime === day?.fromDateTime)
  const results = ({ signedIn, failed }: Day) => t('dayText', { signedIn, failed })

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
      {width > 0 && <Bars {...{ days, width, step, middle, at, chosen }} />}
      {width > 0 && (
        <DayButtons {...{ days, chosen, choose }} text={results} onFocus={setAt} onBlur={() => setAt(null)} />
      )}
      {shown && at !== null && (
        <Tip x={middle(at)} width={width} half={80} className={classes.tip}>
          <div className={classes.tipName}>{times.dayOf(shown.fromDateTime)}</div>
          {results(shown)}
        </Tip>
      )}
      <DataTable
        caption={title}
        head={[t('day'), t('succeeded'), t('refused')]}
        rows={days.map(({ fromDateTime, signedIn, failed }) => ({
          key: fromDateTime,
          cells: [times.dayOf(fromDateTime), number(signedIn), number(failed)],
        }))}
      />
    </div>
  )
}

interface BarsProps {
  days: readonly Day[]
  /**
   * `width` is the width of the chart in px, `step` the width of a day, and `middle` returns the center of a
   * day.
   */
  width: number
  step: number
  middle: (index: number) => number
  /**
   * Indexes of the highlighted day (`at`) and the selected day (`chosen`). `chosen` is -1 if no day is
   * selected.
   */
  at: number | null
  chosen: number
}

function Bars({ days, width, step, middle, at, chosen }: BarsProps) {
  const times = useTimes()
  const lines = linesFor([0, Math.max(...days.map(({ signedIn, failed }) => signedIn + failed))])
  const share = (count: number) => (count / last(lines, 'lines')) * (ground - room.top)
  const sizeOf = (count: number) => (count ? Math.max(bar.least, share(count)) : 0)
  const thick = Math.min(bar.width, step - 2)
  // Number of days from one label to the next. It is large enough that labels do not overlap. A label is
  // omitted if it is too close to the label of the selected day.
  const between = Math.ceil(64 / Math.max(step, 1))
  const end = days.length - 1
  const isNamed = (index: number) =>
    index === chosen || ((end - index) % between === 0 && (chosen < 0 || Math.abs(index - chosen) >= between))
  const column = (index: number, className: string | undefined) => (
    <rect
      className={className}
      x={middle(index) - step / 2}
      y={room.top}
      width={step}
      height={ground - room.top}
    />
  )
  return (
    <svg width={width} height={height} aria-hidden="true">
      {at !== null && column(at, classes.at)}
      {chosen >= 0 && column(chosen, classes.chosen)}
      <Lines
        values={lines}
        y={(value) => ground - share(value)}
        left={room.left}
        right={width - room.right}
        label={number}
      />
      {days.map(({ fromDateTime, signedIn, failed }, index) => {
        const [ok, bad] = [sizeOf(signedIn), sizeOf(failed)]
        const x = middle(index) - thick / 2
        const below = ok ? ok + bar.gap : 0
        return (
          <g key={fromDateTime}>
            <rect className={classes.ok} x={x} y={ground - ok} width={thick} height={ok} rx={2} />
            <rect className={classes.bad} x={x} y={ground - below - bad} width={thick} height={bad} rx={2} />
            {isNamed(index) && (
              <text
                className={index === chosen ? classes.chosenName : chart.label}
                x={index === end ? width - room.right : middle(index)}
                y={height - 8}
                textAnchor={index === end ? 'end' : 'middle'}
              >
                {times.dayOf(fromDateTime)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

interface DayButtonsProps {
  days: readonly Day[]
  chosen: number
  choose: ChosenDay['choose']
  text: (day: Day) => string
  onFocus: (index: number) => void
  onBlur: () => void
}

/** Places one invisible button per day over the bars. Only one of the buttons is in the tab order. */
function DayButtons({ days, chosen, choose, text, onFocus, onBlur }: DayButtonsProps) {
  const t = useTexts(words)
  const times = useTimes()
  const group = useRef<HTMLFieldSetElement>(null)
  const [reached, setReached] = useState<number>()
  const end = days.length - 1
  const inTabs = Math.min(reached ?? (chosen < 0 ? end : chosen), end)

  const walk = (event: KeyboardEvent, from: number) => {
    const far = steps[event.key]
    if (far === undefined) return
    event.preventDefault()
    group.current?.querySelectorAll('button')[Math.min(Math.max(from + far, 0), end)]?.focus()
  }

  return (
    <fieldset ref={group} className={classes.days} style={{ left: room.left, right: room.right }}>
      <legend className="unseen">{t('daysOfErrors')}</legend>
      {days.map((each, index) => (
        <button
          key={each.fromDateTime}
          type="button"
          className={classes.day}
          aria-pressed={index === chosen}
          aria-label={t('dayTold', { day: times.dayOf(each.fromDateTime), told: text(each) })}
          tabIndex={index === inTabs ? 0 : -1}
          onClick={() => choose(each)}
          onKeyDown={(event) => walk(event, index)}
          onFocus={() => {
            setReached(index)
            onFocus(index)
          }}
          onBlur={onBlur}
        />
      ))}
    </fieldset>
  )
}
