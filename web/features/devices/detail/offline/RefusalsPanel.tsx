import { required } from '../../../../../contract/required.ts'
import { useTexts } from '../../../../lib/texts.ts'
import { useTimes } from '../../../../lib/time/time.ts'
import { RetryLink } from '../../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import classes from '../Detail.module.css'
import type { Refusals } from './useRefusals.ts'
import { words } from './words.ts'

/** Maximum number of rows. A problem that occurs daily fills one row per day for 30 days. */
const shownAtMost = 30

/** Shows the refused connections and reports. Renders nothing if nothing was refused. */
export function RefusalsPanel({ refusals: { runs, error, retry } }: { refusals: Refusals }) {
  const t = useTexts(words)
  const times = useTimes()
  if (!error && !runs?.length) return null
  return (
    <Panel
      title={
        <>
          {t('list.title')} <span className={classes.titleAbout}>{t('list.about')}</span>
        </>
      }
      padded={false}
    >
      {error ? (
        <div className={classes.padded}>
          <Notice tone="err" action={<RetryLink onRetry={retry} />}>
            {t('list.failed')}
          </Notice>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scrollable area
        <section className={classes.scroll} aria-label={t('list.title')} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('list.time')}</th>
                <th scope="col">{t('list.reason')}</th>
                <th scope="col">{t('list.ip')}</th>
                <th scope="col" data-align="right">
                  {t('list.count')}
                </th>
              </tr>
            </thead>
            <tbody>
              {required(runs, 'runs')
                .slice(0, shownAtMost)
                .map(({ reason, count, from, to, ip, address }) => (
                  <tr key={`${reason} ${from}`}>
                    <td title={`${times.exact(from)}\n${times.exact(to)}`}>
                      {times.recent(from) === times.recent(to)
                        ? times.recent(to)
                        : t('list.between', { from: times.recent(from), to: times.recent(to) })}
                    </td>
                    <td className={classes.err}>{t(`reason.${reason}`)}</td>
                    <td>
                      {ip} {address && <span className={classes.place}>{address}</span>}
                    </td>
                    <td data-align="right">{count}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}
