import { Mark } from '../../ui/display/Logo.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import classes from './Continue.module.css'

/** Skeleton of a sign-in page: title, account and rows. */
export const Loading = () => (
  <div className={classes.loading} data-way aria-busy="true">
    <Mark size={40} />
    <Bar width={240} height={24} />
    <Bar width={300} />
    <div className={classes.box}>
      <Bar width={140} />
    </div>
    <ul className={classes.rows}>
      {[180, 220, 160].map((width) => (
        <li key={width} className={classes.row}>
          <Bar width={40} height={40} />
          <Bar width={width} />
        </li>
      ))}
    </ul>
  </div>
)
