import type { ReactNode } from 'react'
import { IconCloudOff, IconInbox } from '#icons'
import { useCommonWords } from '../commonWords.ts'
import styles from './State.module.css'

interface StateProps {
  icon?: ReactNode
  /** One sentence that describes the state. */
  title: string
  /** One line that shows what the user can do, or what has been saved. */
  children?: ReactNode
  actions?: ReactNode
  headingLevel?: 1 | 2
}

/** Empty state. It explains why there is no content and what the user can do. */
export function EmptyState({ icon = <IconInbox size={26} stroke={1.6} />, ...rest }: StateProps) {
  return <State icon={icon} {...rest} />
}

/** Error state with the error's message or more detailed content, and with the request id for support. */
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

/**
 * Returns the request id of the failed request, which the server has assigned. Returns undefined if the error
 * contains no request id.
 */
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
