import { Button } from '@mantine/core'
import { useTexts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useCopy } from '../../../ui/display/clipboard.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import classes from './Factors.module.css'
import { words } from './words.ts'

/** The one time that they are there to be seen: nothing but its own button closes it. */
export function RecoveryCodes({ codes, opened, onClose }: DialogState & { codes: readonly string[] }) {
  const t = useTexts(words)
  const copy = useCopy()
  const text = codes.join('\n')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('recoveryCodes')}
      size={520}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={classes.codes}>
        <Notice tone="warn" role="status">
          {t('codesOnce')}
        </Notice>
        <ol className={classes.list}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => void copy(text)}>
            {t('copyCodes')}
          </Button>
          <Button
            variant="default"
            component="a"
            download="reeve-recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          >
            {t('saveCodes')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('codesKept')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
