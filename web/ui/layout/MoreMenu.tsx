import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconDots } from '#icons'
import styles from './MoreMenu.module.css'

/** The ⋯ menu in a page header, for less frequent actions. */
export const MoreMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu position="bottom-end" width={200} keepMounted={false}>
    <Menu.Target>
      <Button variant="default" className={styles.more} aria-label={label} title={label}>
        <IconDots size={16} stroke={1.6} aria-hidden />
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
