import { Button } from '@mantine/core'
import { useTexts } from '../../../lib/texts.ts'
import { useCommonWords } from '../../../ui/commonWords.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useCopy } from '../../../ui/display/clipboard.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import classes from '../Webhooks.module.css'
import { words } from '../words.ts'

/** What a webhook signs with: the one time that anyone sees it. */
export function Secret({ secret, opened, onClose }: DialogState & { secret: string }) {
  const t = useTexts(words)
  const common = useCommonWords()
  const copy = useCopy()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('secret')}
      // A slip must not lose what cannot be shown again.
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={classes.secret}>
        <Notice tone="warn" role="status">
          {t('secretOnce')}
        </Notice>
        <code className={classes.answer}>{secret}</code>
        <p className={classes.about}>{t('secretUse')}</p>
        <div className={classes.pager}>
          <Button variant="default" onClick={() => void copy(secret)} data-autofocus>
            {t('secretCopy')}
          </Button>
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      </div>
    </Dialog>
  )
}
