import { Checkbox } from '@mantine/core'
import { useTexts } from '../../lib/texts.ts'
import classes from './SignIn.module.css'

/** Never ticked beforehand. The texts open in their own tab, so that nothing typed is lost. */
export function Consent(props: object) {
  const t = useTexts('signIn')
  return (
    <Checkbox
      {...props}
      classNames={{ label: classes.consent }}
      label={
        <>
          {t('consent')}
          <a className="link" href="/terms" target="_blank" rel="noopener">
            {t('terms')}
          </a>
          {t('consentAnd')}
          <a className="link" href="/privacy" target="_blank" rel="noopener">
            {t('privacy')}
          </a>
        </>
      }
    />
  )
}
