import { ActionIcon, Menu } from '@mantine/core'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import IconLineHeight from '@tabler/icons-react/dist/esm/icons/IconLineHeight.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useTexts } from '../../lib/texts.ts'
import { type Density, densities } from '../preferences.ts'
import { words } from '../words.ts'
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
  const t = useTexts(words)
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
          <Menu.RadioGroup value={density} onChange={(value) => onDensity(value as Density)}>
            {densities.map((each) => (
              <Menu.RadioItem key={each} value={each} closeMenuOnClick>
                {t(`density.${each}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end" width={180} keepMounted={false}>
        <Menu.Target>
          <ActionIcon aria-label={t('columns')} title={t('columns')}>
            <IconColumns3 size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {columns.map(({ key, label }) => (
            <Menu.CheckboxItem key={key} checked={!hidden.includes(key)} onChange={() => toggle(key)}>
              {label}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
