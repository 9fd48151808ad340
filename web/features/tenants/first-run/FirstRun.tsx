import { takesApplications } from '../../../lib/config.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { PersonalCell } from '../TenantCell.tsx'
import tenants from '../Tenants.module.css'
import { ApplyOption } from './ApplyOption.tsx'
import classes from './FirstRun.module.css'
import { JoinOption } from './JoinOption.tsx'

/**
 * Landing page of an account without an organization. It offers to join an organization or to request one,
 * and shows the personal space below.
 */
export function FirstRun() {
  return (
    <>
      <div className={classes.ways}>
        <JoinOption />
        {takesApplications() && <ApplyOption />}
      </div>
      <Panel padded={false}>
        <ul className={tenants.cells}>
          <PersonalCell />
        </ul>
      </Panel>
    </>
  )
}
