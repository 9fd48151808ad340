import { type ReactNode, useId } from 'react'
import classes from './FirstRun.module.css'

/** Shows one of the options for a new account, with illustration, title, description and controls. */
export function StartOption({
  picture,
  title,
  text,
  children,
}: {
  picture: ReactNode
  title: string
  text: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes.way} aria-labelledby={id}>
      <div className={classes.picture} aria-hidden="true">
        {picture}
      </div>
      <div className={classes.inside}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.text}>{text}</p>
        {children}
      </div>
    </section>
  )
}
