import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconUpload } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { Opening } from '../../ui/dialogs/Opening.tsx'
import styles from './Buttons.module.css'
import type { ImportDialogProps } from './import/ImportDialog.tsx'
import { words } from './words.ts'

const ImportDialog = lazyPart(async () => (await import('./import/ImportDialog.tsx')).ImportDialog)

interface ImportButtonProps extends Pick<ImportDialogProps, 'list' | 'onDone'> {
  /**
   * Query parameters of the import calls: `{ tenantId }` to import members of an organization, otherwise
   * empty.
   */
  query?: ImportDialogProps['query']
}

const none = {}

/**
 * Button next to the export button, for viewers who can change the list. `onDone` is called after an import
 * has changed the list.
 */
export function ImportButton({ list, query = none, onDone }: ImportButtonProps) {
  const t = useTexts(words)
  // Number of times that the dialog was opened. The number is the key of the dialog, so that each opening
  // starts a new import. While the number is 0, the dialog is not loaded.
  const [opening, setOpening] = useState(0)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        className={styles.button}
        aria-label={t('import')}
        leftSection={<IconUpload size={16} stroke={1.6} aria-hidden />}
        onClick={() => {
          setOpening(opening + 1)
          setOpened(true)
        }}
      >
        {t('import')}
      </Button>
      {opening > 0 && (
        <Opening opened={opened} onClose={() => setOpened(false)}>
          <ImportDialog
            key={opening}
            list={list}
            query={query}
            opened={opened}
            onClose={() => setOpened(false)}
            onDone={onDone}
          />
        </Opening>
      )}
    </>
  )
}
