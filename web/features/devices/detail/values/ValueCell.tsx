import { useLocale, useTexts } from '../../../../lib/texts.ts'
import { ago } from '../../../../lib/time/ago.ts'
import { Curve } from '../../../../ui/display/Curve.tsx'
import { Bar } from '../../../../ui/feedback/Bar.tsx'
import type { Sample } from '../../device.ts'
import { meaningOf } from './meanings.ts'
import { curveOf, type ShownNumber } from './shownValues.ts'
import { useNumber } from './useNumber.ts'
import styles from './Values.module.css'
import { words } from './words.ts'

interface Props {
  number: ShownNumber
  /** Time at which the device reported the value, or null if unknown. */
  reportedAt: number | null
  now: number
  /** Whether the device should have reported the value again by now. */
  stale: boolean
  /** Undefined until the samples have loaded. */
  samples: readonly Sample[] | undefined
  failed: boolean
}

/** Shows a number with its unit, a chart of the last 24 hours, and the minimum and maximum in that time. */
export function ValueCell({ number: { key, value, unit }, reportedAt, now, stale, samples, failed }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const format = useNumber()
  const meaning = meaningOf(key)
  const curve = samples && reportedAt !== null && curveOf(key, samples, { at: reportedAt, value }, now)
  // All values in the cell have the same number of decimals, so that the width of the text does not change.
  const neighbors = curve ? curve.points.flatMap((point) => point?.value ?? []) : []
  const number = (each: number) => format(each, neighbors)
  return (
    <div className={styles.cell} data-stale={stale || undefined}>
      <dt>
        <span className={styles.name}>{meaning ? t(meaning.name) : key}</span>
        {stale && reportedAt !== null && (
          <span className={styles.age}>
            {now - reportedAt < 60_000 ? t('justNow') : ago(locale, reportedAt, now)}
          </span>
        )}
      </dt>
      <dd>
        <span className={styles.value}>
          {number(value)}
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
        <span className={styles.curve} aria-busy={!samples && !failed}>
          {curve ? (
            <Curve points={curve.points} width={228} height={44} fluid tone={stale ? 'neutral' : 'info'} />
          ) : (
            !samples && !failed && <Bar />
          )}
        </span>
        <span className={styles.range}>
          {curve ? (
            <>
              <span>
                {curve.least === curve.most
                  ? t('steady', { value: number(value) })
                  : t('between', { least: number(curve.least), most: number(curve.most) })}
              </span>
              <span>{t('hours')}</span>
            </>
          ) : (
            samples && <span>{t('noCurve')}</span>
          )}
        </span>
      </dd>
    </div>
  )
}
