import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Account.module.css'
import { words } from './words.ts'

/** Skeleton of the to-dos and organizations. */
export const WaysSkeleton = () => (
  <div className={classes.above} aria-busy="true">
    <Panel>
      <Bar height={200} />
    </Panel>
  </div>
)

/** Skeletons of the profile, security and sessions panels, with their real titles. */
export function PanelsSkeleton() {
  const t = useTexts(words)
  return (
    <div className={classes.three} aria-busy="true">
      <Panel title={t('profile')}>
        <div className={classes.person}>
          <Bar width={48} height={48} />
          <div className={classes.names}>
            <Lines widths={[96, 72]} />
          </div>
        </div>
        <div className={classes.bars}>
          <Lines widths={[220, 160, 140, 180, 200]} />
        </div>
      </Panel>
      <Panel title={t('security.title')} padded={false}>
        <Rows count={3} />
      </Panel>
      <Panel title={t('sessions.title')} padded={false}>
        <Rows count={2} />
      </Panel>
    </div>
  )
}

const Lines = ({ widths }: { widths: number[] }) =>
  widths.map((width) => (
    <div key={width} className={classes.line}>
      <Bar width={width} />
    </div>
  ))

const Rows = ({ count }: { count: number }) => (
  <ul className={classes.rows}>
    {Array.from({ length: count }, (_, index) => (
      <li key={index} className={classes.row}>
        <Bar width={32} height={32} />
        <div className={classes.rowText}>
          <Lines widths={[140 - index * 20, 200 - index * 30]} />
        </div>
      </li>
    ))}
  </ul>
)
