import { Button, Menu } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { type Action, ActionItems } from '../../../ui/layout/Actions.tsx'
import { MenuButton } from '../../../ui/layout/MenuButton.tsx'
import { useFitting } from '../useFitting.ts'
import { words } from '../words.ts'
import styles from './BulkBar.module.css'

/** An action on the selected rows of a list. */
export interface BulkAction extends Action {
  /** Variants of the action, which are shown as a menu. */
  variants?: readonly Action[]
  pending?: boolean
}

/** Shows each action that fits as a button. The other actions are in the ⋯ menu. */
export function BulkActions({ actions }: { actions: readonly BulkAction[] }) {
  const t = useTexts(words)
  const row = useRef<HTMLDivElement>(null)
  const over = useFitting(row, actions.map(({ name }) => name).join(), { gap: 8, more: 40 })
  const others = actions.filter(({ name }) => over.has(name))
  return (
    <div ref={row} className={styles.actions}>
      {actions.map((action) => (
        <ActionButton key={action.name} action={action} over={over.has(action.name)} />
      ))}
      {others.length > 0 && (
        <MenuButton
          button={{ className: styles.more, 'aria-label': t('moreActions'), title: t('moreActions') }}
        >
          {() => <ActionItems actions={others.flatMap(waysOf)} />}
        </MenuButton>
      )}
    </div>
  )
}

const waysOf = (action: BulkAction): readonly Action[] =>
  action.variants?.map((variant) => ({ ...variant, name: `${action.name} · ${variant.name}` })) ?? [action]

function ActionButton({ action, over }: { action: BulkAction; over: boolean }) {
  const { name, Icon, run, danger, pending, variants } = action
  const button = (
    <Button
      variant="default"
      loading={pending ?? false}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
      data-tab={name}
      data-over={over || undefined}
      {...(run && { onClick: run })}
      {...(danger && { color: 'red' })}
    >
      {name}
    </Button>
  )
  if (!variants) return button
  return (
    <Menu position="bottom-start" keepMounted={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={variants} />
      </Menu.Dropdown>
    </Menu>
  )
}
