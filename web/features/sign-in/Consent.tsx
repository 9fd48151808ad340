import { type ReactNode, useId } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Check } from '../../ui/Check.tsx'
import classes from './SignIn.module.css'

interface ConsentProps {
  name: string
  checked?: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
}

/** Never ticked beforehand. The texts open in their own tab, so that nothing typed is lost. */
export function Consent({ name, checked = false, onChange, error }: ConsentProps) {
  const t = useTexts('signIn')
  const errorId = useId()
  return (
    <div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: Check is the native box that it holds */}
      <label className={classes.consent}>
        <Check
          name={name}
          checked={checked}
          onChange={onChange}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>
          {t('consent')}
          <a className="link" href="/terms" target="_blank" rel="noopener">
            {t('terms')}
          </a>
          {t('consentAnd')}
          <a className="link" href="/privacy" target="_blank" rel="noopener">
            {t('privacy')}
          </a>
        </span>
      </label>
      {error && (
        <p id={errorId} className={classes.consentError}>
          {error}
        </p>
      )}
    </div>
  )
}
