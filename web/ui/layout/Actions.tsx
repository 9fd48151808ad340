import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { IconDots } from '#icons'

/** Something that one may do with a row, or somewhere that it leads: in its menu, and where Ctrl-K finds it. */
export interface Action {
  name: string
  Icon: typeof IconDots
  /** For a link, or else what is done; with neither it says why it cannot be. */
  link?: { to: string; params?: object; search?: object }
  run?: () => void
  /** Cannot be taken back. */
  danger?: boolean
}

/** As items of a menu, what cannot be taken back apart from the rest. */
export function ActionItems({ actions }: { actions: readonly Action[] }) {
  const grave = actions.findIndex(({ link, run, danger }) => danger || !(link || run))
  return actions.map(({ name, Icon, link, run, danger }, index) => {
    const given = {
      leftSection: <Icon size={16} stroke={1.6} aria-hidden />,
      'data-danger': danger || undefined,
    }
    return (
      <Fragment key={name}>
        {index > 0 && index === grave && <Menu.Divider />}
        {link ? (
          <Menu.Item component={Link} {...(link as object)} {...given}>
            {name}
          </Menu.Item>
        ) : (
          <Menu.Item {...given} disabled={!run} onClick={run}>
            {name}
          </Menu.Item>
        )}
      </Fragment>
    )
  })
}
