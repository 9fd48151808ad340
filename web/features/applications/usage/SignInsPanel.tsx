import { useQuery } from '@tanstack/react-query'
import { percent, sumOf } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { ApplicationRow } from '../applications.ts'
import { SignInChart } from './SignInChart.tsx'
import classes from './Usage.module.css'
import { type ChosenDay, usageOptions } from './usage.ts'
import { words } from './words.ts'

/** Shows the sign-ins to an application per day, or the tokens issued to a service. */
export function SignInsPanel({
  application: { id, kind },
  chosen,
}: {
  application: Pick<ApplicationRow, 'id' | 'kind'>
  chosen: ChosenDay
}) {
  const t = useTexts(words)
  const { data, isError, refetch } = useQuery(usageOptions(id))
  const what = kind === 'SERVICE' ? 'tokens' : 'signIns'
  const days = data?.signIns ?? []
  const [signedIn, failed] = [sumOf(days, 'signedIn'), sumOf(days, 'failed')]
  return (
    <Panel
      title={
        <>
          {t(what)} <span className={classes.unit}>{t('unit')}</span>
        </>
      }
      actions={
        signedIn + failed > 0 && (
          <span className={classes.sums}>
            <span>{t('signedIn', { count: signedIn })}</span>
            {failed > 0 && (
              <span className={classes.failed}>
                {t('failed', {
                  count: failed,
                  share: percent(failed / (signedIn + failed)),
                })}
              </span>
            )}
          </span>
        )
      }
    >
      {data ? (
        signedIn + failed > 0 ? (
          <SignInChart title={t(what)} days={days} chosen={chosen} />
        ) : (
          <p className={classes.none}>{t(`nobody.${what}`)}</p>
        )
      ) : isError ? (
        <p className={classes.none} role="alert">
          {t('notLoaded')} <RetryLink onRetry={refetch} />
        </p>
      ) : (
        <div aria-busy="true" role="status" aria-label={t('loading')}>
          <Bar height={208} />
        </div>
      )}
    </Panel>
  )
}
