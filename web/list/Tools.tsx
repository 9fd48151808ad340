import { ActionIcon, Menu } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconLineHeight from '@tabler/icons-react/dist/esm/icons/IconLineHeight.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useTexts } from '../lib/texts.ts'
import { type Density, densities } from './preferences.ts'
import styles from './Tools.module.css'

interface ToolsProps {
  onRefresh: () => void
  density: Density
  onDensity: (density: Density) => void
  /** Those that may be left out. */
  columns: readonly { key: string; label: string }[]
  hidden: readonly string[]
  onHidden: (keys: readonly string[]) => void
}

/** At the right of every tool bar: refresh, height of rows, columns. The last two stay as they are set. */
export function Tools({ onRefresh, density, onDensity, columns, hidden, onHidden }: ToolsProps) {
  const t = useTexts('list')
  const toggle = (key: string) =>
    onHidden(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key])
  return (
    <div className={styles.tools}>
      <ActionIcon aria-label={t('refresh')} title={t('refresh')} onClick={onRefresh}>
        <IconRefresh size={16} stroke={1.6} />
      </ActionIcon>
      <Menu position="bottom-end" width={140} keepMounted={false}>
        <Menu.Target>
          <ActionIcon className={styles.wide} aria-label={t('density')} title={t('density')}>
            <IconLineHeight size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {densities.map((each) => (
            <Ticked
              key={each}
              role="menuitemradio"
              ticked={each === density}
              label={t(`density.${each}`)}
              onClick={() => onDensity(each)}
            />
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end" width={180} closeOnItemClick={false} keepMounted={false}>
        <Menu.Target>
          <ActionIcon aria-label={t('columns')} title={t('columns')}>
            <IconColumns3 size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {columns.map(({ key, label }) => (
            <Ticked
              key={key}
              role="menuitemcheckbox"
              ticked={!hidden.includes(key)}
              label={label}
              onClick={() => toggle(key)}
            />
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

interface TickedProps {
  role: 'menuitemradio' | 'menuitemcheckbox'
  ticked: boolean
  label: string
  onClick: () => void
}

const Ticked = ({ role, ticked, label, onClick }: TickedProps) => (
  <Menu.Item
    role={role}
    aria-checked={ticked}
    leftSection={
      <span className={styles.tick}>{ticked && <IconCheck size={16} stroke={1.6} aria-hidden />}</span>
    }
    onClick={onClick}
  >
    {label}
  </Menu.Item>
)
