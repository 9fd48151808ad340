import { Bar } from '../../../ui/feedback/Bar.tsx'
import columns from '../../../ui/layout/Columns.module.css'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './Detail.module.css'

export function DetailSkeleton() {
  return (
    <div aria-busy="true">
      <header className={classes.header}>
        <Bar width={40} height={40} />
        <div className={classes.names}>
          <Bar width={200} height={20} />
          <Bar width={260} />
        </div>
      </header>
      <div className={columns.columns}>
        <div className={columns.column}>
          <Panel>
            <Lines widths={['90%', '70%', '80%']} />
          </Panel>
          <Panel>
            <Lines widths={['100%', '100%', '100%', '100%', '100%', '100%', '100%']} />
          </Panel>
        </div>
        <div className={columns.column}>
          <Panel>
            <Lines widths={['60%', '80%', '70%', '75%', '60%']} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

const Lines = ({ widths }: { widths: readonly string[] }) => (
  <div className={classes.pictureBars}>
    {widths.map((width, index) => (
      <Bar key={index} width={width} />
    ))}
  </div>
)
