import { Button } from '@mantine/core'
import { useTexts } from '../../../lib/texts.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useTenantDialogs } from '../dialogs.ts'
import type { Tenant } from '../tenant.ts'
import { words } from '../words.ts'
import classes from './Configuration.module.css'

/** Shows whether members must have a second factor, and lets the owner change this. */
export function FactorPanel({ tenant }: { tenant: Tenant }) {
  const t = useTexts(words)
  const { open, dialog } = useTenantDialogs()
  const on = tenant.factorRequired
  return (
    <Panel title={t('factor.title')} padded={false}>
      <div className={classes.action}>
        <div className={classes.actionText}>
          <div className={classes.actionTitle}>{t(on ? 'factor.on' : 'factor.off')}</div>
          <div className={classes.hint}>{t(on ? 'factor.onText' : 'factor.offText')}</div>
        </div>
        <Button variant="default" onClick={() => open('factor', [tenant])}>
          {t(on ? 'factor.end' : 'factor.begin')}
        </Button>
      </div>
      {dialog}
    </Panel>
  )
}
