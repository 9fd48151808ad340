import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import classes from '../Applications.module.css'
import { words } from '../words.ts'

/** Shows a new secret, which cannot be shown again. */
export function SecretShown({ secret }: { secret: string }) {
  const t = useTexts(words)
  return (
    <>
      <Notice tone="warn" title={t('secretShown')}>
        {t('secretShownText')}
      </Notice>
      <div className={classes.secret}>
        <code className={classes.mono}>{secret}</code>
        <CopyButton label={t('copySecret')} text={secret} />
      </div>
    </>
  )
}
