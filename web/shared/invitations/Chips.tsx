import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import classes from './Chips.module.css'

interface Choice {
  value: string
  label: string
  /** Longer explanation, which is shown in a tooltip. */
  description?: string
}

interface Props<Value> {
  legend: string
  choices: readonly Choice[]
  value: Value
  onChange: (value: Value) => void
}

/** Group of chips. The user can select one of them. */
export function OneOf({ legend, choices, value, onChange }: Props<string>) {
  return (
    <fieldset className={classes.chips}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.set}>
        <Chip.Group value={value} onChange={(next) => onChange(next as string)}>
          <Chips choices={choices} />
        </Chip.Group>
      </div>
    </fieldset>
  )
}

/** Group of chips. The user can select any number of them. */
export function AnyOf({ legend, choices, value, onChange }: Props<readonly string[]>) {
  return (
    <fieldset className={classes.chips}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.set}>
        <Chip.Group multiple value={[...value]} onChange={onChange}>
          <Chips choices={choices} />
        </Chip.Group>
      </div>
    </fieldset>
  )
}

const Chips = ({ choices }: { choices: readonly Choice[] }) =>
  choices.map(({ value, label, description }) => (
    <Chip key={value} value={value} variant="outline" title={description}>
      {label}
    </Chip>
  ))
