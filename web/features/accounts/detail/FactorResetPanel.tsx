import { Button } from '@mantine/core'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { Account } from '../accounts.ts'
import type { OpenDialog } from '../dialogs/dialogs.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

/** Shows whether the account has second factors, and any request to remove lost ones. */
export function FactorResetPanel({ account, open }: { account: Account; open: OpenDialog }) {
  const t = useTexts(words)
  const times = useTimes()
  const { factorState } = account
  if (!factorState) return null
  const { has, reset } = factorState
  const act = (to: 'ask' | 'confirm' | 'withdraw') => open('factorReset', [account], { to })
  return (
    <Panel title={t('factors.title')}>
      <p className={classes.second}>
        {reset
          ? reset.removalDateTime
            ? t('factors.coming', { time: times.dateTime(reset.removalDateTime) })
            : t(reset.viewerAsked ? 'factors.own' : 'factors.asked', {
                name: reset.askedBy?.name ?? '—',
                time: times.dateTime(reset.askedDateTime),
              })
          : t(has ? 'factors.has' : 'factors.none')}
      </p>
      {(has || reset) && (
        <div className={classes.actions}>
          {!reset && (
            <Button variant="default" onClick={() => act('ask')}>
              {t('factors.ask')}
            </Button>
          )}
          {reset && (
            <Button variant="default" onClick={() => act('withdraw')}>
              {t('factors.withdraw')}
            </Button>
          )}
          {reset && !reset.removalDateTime && !reset.viewerAsked && (
            <Button onClick={() => act('confirm')}>{t('factors.confirm')}</Button>
          )}
        </div>
      )}
    </Panel>
  )
}
