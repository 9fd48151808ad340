import { useTexts } from '../../../lib/texts.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { words } from '../words.ts'
import classes from './Detail.module.css'

/** Skeleton of the page, with real panels and titles. */
export function AccountSkeleton() {
  const t = useTexts(words)
  return (
    <div aria-busy="true">
      <PageHeader title={t('profile.title')} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel title={t('profile.title')}>
            <Bars widths={['45%', '80%', '60%', '50%', '70%', '40%']} />
          </Panel>
          <Panel title={t('codes.title')}>
            <Bars widths={['50%', '60%', '45%']} />
          </Panel>
        </div>
        <div className={classes.column}>
          <Panel title={t('tenants.title')}>
            <Bars widths={['60%', '40%', '55%']} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

const Bars = ({ widths }: { widths: readonly string[] }) => (
  <div className={classes.bars}>
    {widths.map((width) => (
      <Bar key={width} width={width} />
    ))}
  </div>
)
