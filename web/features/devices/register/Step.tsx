import { type ReactNode, useId } from 'react'
import { IconCheck } from '#icons'
import { useTexts } from '../../../lib/texts.ts'
import classes from './Connect.module.css'
import { words } from './words.ts'

interface Props {
  number: number
  state: 'done' | 'present' | 'later'
  title: string
  /** Content to the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** Shows a numbered step, with a line to the next one. */
export function Step({ number, state, title, action, children }: Props) {
  const t = useTexts(words)
  const id = useId()
  return (
    <section className={classes.step} aria-labelledby={id}>
      <div className={classes.number} data-state={state}>
        {state === 'done' ? (
          <IconCheck size={14} stroke={2} role="img" aria-label={t('step.done')} />
        ) : (
          number
        )}
      </div>
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}
