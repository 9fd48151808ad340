import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import type { DialogState } from '../../ui/dialogs/lazyDialogs.tsx'
import styles from './FilterForm.module.css'
import { words } from './words.ts'

interface FilterSheetProps extends DialogState {
  onSubmit: (event: FormEvent) => void
  onReset: () => void
  children: ReactNode
}

/** Sheet with all filters of a list. It fills the window of a phone. */
export function FilterSheet({ opened, onClose, onSubmit, onReset, children }: FilterSheetProps) {
  const t = useTexts(words)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('filters')}
      fullScreen
      classNames={{ content: styles.sheet, body: styles.sheetBody }}
    >
      <form className={styles.sheetForm} onSubmit={onSubmit}>
        <div className={styles.sheetFields}>{children}</div>
        <div className={styles.sheetFoot}>
          <Button variant="default" onClick={onReset}>
            {t('reset')}
          </Button>
          <Button type="submit">{t('query')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
