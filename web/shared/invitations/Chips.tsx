import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import classes from './Chips.module.css'

interface Choice {
  value: string
  label: string
  /** Longer explanation in a tooltip. */
  description?: string
}

interface Props<Value> {
  legend: string
  choices: readonly Choice[]
  value: Value
  onChange: (value: Value) => void
}

/** Chips of which one can be selected. */
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

/** Chips of which any number can be selected. */
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
