import { useTexts } from '../../../lib/texts.ts'
import type { DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { ShownOnce } from '../../../ui/dialogs/ShownOnce.tsx'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import classes from '../Webhooks.module.css'
import { words } from '../words.ts'

/** Shows the signing secret of a webhook. The secret cannot be shown again later. */
export function Secret({ secret, opened, onClose }: DialogState & { secret: string }) {
  const t = useTexts(words)
  return (
    <ShownOnce opened={opened} onClose={onClose} title={t('secret')} submit={t('secretKept')}>
      <Notice tone="warn" role="status">
        {t('secretOnce')}
      </Notice>
      <div className={classes.secret}>
        <code className="mono">{secret}</code>
        <CopyButton first label={t('secretCopy')} text={secret} />
      </div>
      <p className={classes.about}>{t('secretUse')}</p>
    </ShownOnce>
  )
}
