import { useTexts } from '../../../lib/texts.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import columns from '../../../ui/layout/Columns.module.css'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { words } from '../words.ts'
import classes from './Configuration.module.css'

/** Skeleton of the page. */
export function ConfigurationSkeleton() {
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
