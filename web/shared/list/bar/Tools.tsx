import { ActionIcon, Menu } from '@mantine/core'
import { IconLineHeight, IconRefresh } from '#icons'
import { type Density, densities } from '../../../../contract/list-display.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ColumnChooser, type ColumnsState } from '../columns/ColumnChooser.tsx'
import { words } from '../words.ts'
import styles from './Tools.module.css'

interface ToolsProps {
  onRefresh: () => void
  density: Density
  onDensity: (density: Density) => void
  columns: ColumnsState | undefined
}

/** Tools on the right of every list's toolbar: refresh, row height and columns. */
export function Tools({ onRefresh, density, onDensity, columns }: ToolsProps) {
  const t = useTexts(words)
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
      {columns && <ColumnChooser {...columns} />}
    </div>
  )
}
