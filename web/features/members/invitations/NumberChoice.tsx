import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import type { ComponentProps } from 'react'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import classes from './Invite.module.css'

interface Props extends ComponentProps<typeof NumberField> {
  /** Of the chips. */
  legend: string
  /** What the field is, where nobody sees the legend beside it. */
  'aria-label': string
  choices: readonly { value: string; label: string }[]
}

/** A number that is mostly one of a few: chips for those, and the field for any other. */
export function NumberChoice({ legend, choices, ...field }: Props) {
  return (
    <div className={classes.choice}>
      <fieldset className={classes.presets}>
        <legend className={classes.label}>{legend}</legend>
        <Chip.Group value={field.value} onChange={(value) => field.onChange(value as string)}>
          {choices.map(({ value, label }) => (
            <Chip key={value} value={value} variant="outline">
              {label}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      <NumberField {...field} inputWrapperOrder={['label', 'input', 'error', 'description']} />
    </div>
  )
}
