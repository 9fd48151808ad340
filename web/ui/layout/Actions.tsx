import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { IconDots } from '#icons'

/** An action on a row or a link from it. Shown in the row menu and in the command palette. */
export interface Action {
  name: string
  Icon: typeof IconDots
  /** Has a link or `run`. With neither, the name explains why the action is not available. */
  link?: { to: string; params?: object; search?: object }
  run?: () => void
  /** The action is irreversible. */
  danger?: boolean
}

/** Menu items of the actions. Irreversible ones are separated. */
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
