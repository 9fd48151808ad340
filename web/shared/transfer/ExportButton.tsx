import { Button, Menu } from '@mantine/core'
import { IconDownload } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import styles from './Buttons.module.css'
import { type ExportedList, formats, useExport, type Variables } from './useExport.ts'
import { words } from './words.ts'

interface ExportButtonProps {
  list: ExportedList
  variables: Variables
}

/** Button that exports all rows that match the filters to a file. */
export function ExportButton({ list, variables }: ExportButtonProps) {
  const t = useTexts(words)
  const { pending, save } = useExport(list, variables)
  const label = t('title')
  return (
    <Menu position="bottom-start" width={140} keepMounted={false}>
      <Menu.Target>
        <Button
          variant="default"
          loading={pending}
          className={styles.button}
          aria-label={label}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
