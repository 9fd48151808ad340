import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs'
import type { ReactNode } from 'react'
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

/** Something was not loaded. `request` is the line with the request's number, where the server gave one. */
export function ErrorState({
  icon = <IconCloudOff size={26} stroke={1.6} />,
  request,
  ...rest
}: StateProps & { request?: ReactNode }) {
  return <State icon={icon} error request={request} {...rest} />
}

function State(props: StateProps & { error?: boolean; request?: ReactNode }) {
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.state} role={props.error ? 'alert' : undefined}>
      <div className={styles.tile} data-error={props.error || undefined} aria-hidden="true">
        {props.icon}
      </div>
      <Heading className={styles.title}>{props.title}</Heading>
      {props.children && <p className={styles.text}>{props.children}</p>}
      {props.request && <p className={styles.request}>{props.request}</p>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  )
}
