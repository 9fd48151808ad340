import { first } from '../../../contract/required.ts'
import type { Shown } from './drawing.ts'
import { Mark } from './Logo.tsx'
import styles from './SignInPath.module.css'

/** Illustration of a sign-in to an application with Reeve. */
export const SignInPath = ({ name, icon }: Shown) => (
  <div className={styles.way} aria-hidden="true">
    <Mark size={40} />
    <span className={styles.line} />
    {icon ? (
      <img src={icon} alt="" className={styles.application} />
    ) : (
      <span className={styles.application}>{first([...name], 'name').toUpperCase()}</span>
    )}
  </div>
)
