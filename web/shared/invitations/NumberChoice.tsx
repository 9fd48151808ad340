import type { ComponentProps } from 'react'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { OneOf } from './Chips.tsx'
import classes from './Invite.module.css'

interface Props extends ComponentProps<typeof NumberField> {
  /** Legend of the chips. */
  legend: string
  /** Accessible name of the field, which has no visible label. */
  'aria-label': string
  choices: readonly { value: string; label: string }[]
}

/** A number that is usually one of a few: chips for the common values and a field for any other. */
export function NumberChoice({ legend, choices, ...field }: Props) {
  return (
    <div className={classes.choice}>
      <OneOf legend={legend} choices={choices} value={field.value} onChange={field.onChange} />
      <NumberField {...field} inputWrapperOrder={['label', 'input', 'error', 'description']} />
    </div>
  )
}
