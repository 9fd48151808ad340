import { Button } from '@mantine/core'
import { useTexts } from '../../../lib/texts.ts'
import type { DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { ShownOnce } from '../../../ui/dialogs/ShownOnce.tsx'
import { useCopy } from '../../../ui/display/clipboard.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import classes from './Factors.module.css'
import { words } from './words.ts'

/** Shows new recovery codes. The codes cannot be shown again later. */
export function RecoveryCodes({ codes, opened, onClose }: DialogState & { codes: readonly string[] }) {
  const t = useTexts(words)
  const copy = useCopy()
  const text = codes.join('\n')
  return (
    <ShownOnce
      opened={opened}
      onClose={onClose}
      title={t('recoveryCodes')}
      submit={t('codesKept')}
      extraButton={
        <>
          <Button variant="default" onClick={() => void copy(text)} data-autofocus>
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
        </>
      }
    >
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
    </ShownOnce>
  )
}
