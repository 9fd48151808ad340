import { useId } from 'react'
import { Check } from './Check.tsx'
import classes from './Grants.module.css'

/**
 * `mixed` means that only some of the selected members have the permission, and that it is not changed for
 * any of them.
 */
export type GrantState = 'on' | 'off' | 'mixed'

interface GrantsProps {
  label: string
  choices: readonly { code: string; label: string; description: string; state: GrantState }[]
  onChange: (code: string, state: GrantState) => void
}

/** Checkboxes for permissions, each with a description. */
export function Grants({ label, choices, onChange }: GrantsProps) {
  const id = useId()
  return (
    <fieldset className={classes.grants}>
      <legend className={classes.legend}>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.code} className={classes.grant}>
          <Check
            id={`${id}${choice.code}`}
            checked={choice.state === 'on'}
            mixed={choice.state === 'mixed'}
            aria-describedby={`${id}${choice.code}text`}
            onChange={(checked) => onChange(choice.code, checked ? 'on' : 'off')}
          />
          <div>
            <label htmlFor={`${id}${choice.code}`}>{choice.label}</label>
            <div id={`${id}${choice.code}text`} className={classes.text}>
              {choice.description}
            </div>
          </div>
        </div>
      ))}
    </fieldset>
  )
}
