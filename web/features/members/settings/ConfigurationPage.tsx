import { useTexts } from '../../../lib/texts.ts'
import { AuditPanel } from '../../../shared/audit/AuditPanel.tsx'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import columns from '../../../ui/layout/Columns.module.css'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TenantGate } from '../TenantGate.tsx'
import { words } from '../words.ts'
import classes from './Configuration.module.css'
import { DangerPanel } from './DangerPanel.tsx'
import { FactorPanel } from './FactorPanel.tsx'
import { FactsPanel } from './FactsPanel.tsx'
import { ParticularsPanel } from './ParticularsPanel.tsx'

/**
 * /organizational-management/configuration: the organization's details, size and settings, and buttons to
 * transfer, leave or delete it.
 */
export function ConfigurationPage() {
  const t = useTexts(words)
  return (
    <TenantGate header={(tenant) => <PageHeader title={t('config.title')} context={tenant?.name} />}>
      {(tenant) =>
        tenant ? (
          <div className={columns.columns}>
            <div className={columns.column}>
              <ParticularsPanel key={tenant.id} tenant={tenant} />
              {/* Members of an expired organization can read its details but not its audit log. */}
              {(tenant.status === 'FINISH' || tenant.viewerCan.administer) && (
                <AuditPanel tenantId={tenant.id} targetId={tenant.id} />
              )}
            </div>
            <div className={columns.column}>
              <FactsPanel tenant={tenant} />
              {tenant.viewerCan.requireFactor && <FactorPanel tenant={tenant} />}
              <DangerPanel tenant={tenant} />
            </div>
          </div>
        ) : (
          <ConfigurationSkeleton />
        )
      }
    </TenantGate>
  )
}

function ConfigurationSkeleton() {
  const t = useTexts(words)
  return (
    <div className={columns.columns} aria-busy="true">
      <Panel title={t('config.basics')}>
        <Bars widths={[240, 320, 400, 180, 160, 220]} height={32} />
      </Panel>
      <Panel title={t('config.facts')}>
        <Bars widths={[120, 160, 90, 140, 110]} height={12} />
      </Panel>
    </div>
  )
}

const Bars = ({ widths, height }: { widths: readonly number[]; height: number }) => (
  <div className={classes.bars}>
    {widths.map((width) => (
      <Bar key={width} width={`min(${width}px, 100%)`} height={height} />
    ))}
  </div>
)
