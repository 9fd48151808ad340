import { type ReactNode, useId } from 'react'
import { IconCircleCheck } from '#icons'
import type { Terms } from '../../../contract/legal.ts'
import { presentTerms } from '../../lib/config.ts'
import { useTexts } from '../../lib/texts.ts'
import { Check } from '../../ui/fields/Check.tsx'
import classes from './SignIn.module.css'
import { words } from './words.ts'

interface ConsentProps {
  name: string
  checked?: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
  /** Whether the user has accepted an older version of the terms. */
  changed?: boolean
}

/** The consent checkbox, which must never be checked by default. */
export function Consent({ name, checked = false, onChange, error, changed = false }: ConsentProps) {
  const t = useTexts(words)
  const errorId = useId()
  return (
    <div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input */}
      <label className={classes.consent}>
        <Check
          name={name}
          checked={checked}
          onChange={onChange}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>
          {changed && t('consentChanged')}
          {t('consent')}
          <LegalLinks />
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

/** Shown instead of the consent checkbox if the current version has already been accepted in this browser. */
export function Agreed() {
  const t = useTexts(words)
  return (
    <p className={classes.consent}>
      <IconCircleCheck size={16} stroke={1.6} className={classes.agreed} aria-hidden />
      <span>
        {t('agreed')}
        <LegalLinks />
      </span>
      <span className={classes.version}>
        {t('agreedVersion', { version: shownVersion(presentTerms().version) })}
      </span>
    </p>
  )
}

/** Returns the version of the terms as it is shown. If the version is a date, the day is omitted. */
export const shownVersion = (version: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(version) ? version.slice(0, 7) : version

/** Shows links to the legal texts. They open in a new tab, so that the user's input is not lost. */
export function LegalLinks({ texts = presentTerms() }: { texts?: Pick<Terms, 'termsUrl' | 'privacyUrl'> }) {
  const t = useTexts(words)
  return (
    <>
      <a className="link" href={texts.termsUrl ?? '/terms'} target="_blank" rel="noopener">
        {t('terms')}
      </a>
      {t('consentAnd')}
      <a className="link" href={texts.privacyUrl ?? '/privacy'} target="_blank" rel="noopener">
        {t('privacy')}
      </a>
    </>
  )
}
