import type { ReactNode } from 'react'
import { IconCloudOff, IconInbox } from '#icons'
import { useCommonWords } from '../commonWords.ts'
import styles from './State.module.css'

interface StateProps {
  icon?: ReactNode
  /** One sentence: what is so. */
  title: string
  /** One line: what to do, what was kept. */
  children?: ReactNode
  actions?: ReactNode
  headingLevel?: 1 | 2
}

/** Nothing there: what that means and what to do about it. */
export function EmptyState({ icon = <IconInbox size={26} stroke={1.6} />, ...rest }: StateProps) {
  return <State icon={icon} {...rest} />
}

/** Something was not loaded or done: the error's message, unless there is more to say, and the number to ask about. */
export function ErrorState({
  icon = <IconCloudOff size={26} stroke={1.6} />,
  error,
  children = error?.message,
  ...rest
}: StateProps & { error?: Error | null }) {
  return (
    <State icon={icon} failed request={requestOf(error)} {...rest}>
      {children}
    </State>
  )
}

/** The server's number of the request that failed, where it gave one. */
export const requestOf = (error: Error | null | undefined): string | undefined =>
  error && 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined

function State(props: StateProps & { failed?: boolean; request?: string | undefined }) {
  const common = useCommonWords()
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.state} role={props.failed ? 'alert' : undefined}>
      <div className={styles.tile} data-error={props.failed || undefined} aria-hidden="true">
        {props.icon}
      </div>
      <Heading className={styles.title}>{props.title}</Heading>
      {props.children && <p className={styles.text}>{props.children}</p>}
      {props.request && <p className={styles.request}>{common.request(props.request)}</p>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  )
}
