import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { IconDots } from '#icons'

/**
 * An action on a row, or a link to a page about the row. Shown in the row menu and in the command palette.
 */
export interface Action {
  name: string
  Icon: typeof IconDots
  /** An action has either `link` or `run`. An action with neither is disabled, and its name explains why. */
  link?: { to: string; params?: object; search?: object }
  run?: () => void
  /** Whether the action is irreversible. */
  danger?: boolean
}

/** Menu items for the actions. A divider precedes the first action that is irreversible or disabled. */
export function ActionItems({ actions }: { actions: readonly Action[] }) {
  const grave = actions.findIndex(({ link, run, danger }) => danger || !(link || run))
  return actions.map(({ name, Icon, link, run, danger }, index) => {
    const itemProps = {
      leftSection: <Icon size={16} stroke={1.6} aria-hidden />,
      'data-danger': danger || undefined,
    }
    return (
      <Fragment key={name}>
        {index > 0 && index === grave && <Menu.Divider />}
        {link ? (
          <Menu.Item component={Link} {...(link as object)} {...itemProps}>
            {name}
          </Menu.Item>
        ) : (
          <Menu.Item {...itemProps} disabled={!run} onClick={run}>
            {name}
          </Menu.Item>
        )}
      </Fragment>
    )
  })
}
