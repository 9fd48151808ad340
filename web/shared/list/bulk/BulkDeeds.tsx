import { Button, Menu } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { type Deed, DeedItems } from '../../../ui/layout/Deeds.tsx'
import { MenuButton } from '../../../ui/layout/MenuButton.tsx'
import { useFitting } from '../useFitting.ts'
import { words } from '../words.ts'
import styles from './BulkBar.module.css'

/** What can be done with the chosen rows of a list. */
export interface BulkDeed extends Deed {
  /** The ways in which it is done, where there are several. */
  ways?: readonly Deed[]
  pending?: boolean
}

/** Those that there is room for as buttons, the others behind ⋯. */
export function BulkDeeds({ deeds }: { deeds: readonly BulkDeed[] }) {
  const t = useTexts(words)
  const row = useRef<HTMLDivElement>(null)
  const over = useFitting(row, deeds.map(({ name }) => name).join(), { gap: 8, more: 40 })
  const others = deeds.filter(({ name }) => over.has(name))
  return (
    <div ref={row} className={styles.deeds}>
      {deeds.map((deed) => (
        <DeedButton key={deed.name} deed={deed} over={over.has(deed.name)} />
      ))}
      {others.length > 0 && (
        <MenuButton button={{ className: styles.more, 'aria-label': t('moreDeeds'), title: t('moreDeeds') }}>
          {() => <DeedItems deeds={others.flatMap(waysOf)} />}
        </MenuButton>
      )}
    </div>
  )
}

const waysOf = (deed: BulkDeed): readonly Deed[] =>
  deed.ways?.map((way) => ({ ...way, name: `${deed.name} · ${way.name}` })) ?? [deed]

function DeedButton({ deed, over }: { deed: BulkDeed; over: boolean }) {
  const { name, Icon, run, danger, pending, ways } = deed
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
  if (!ways) return button
  return (
    <Menu position="bottom-start" keepMounted={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <DeedItems deeds={ways} />
      </Menu.Dropdown>
    </Menu>
  )
}
