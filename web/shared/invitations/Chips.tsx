import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import classes from './Chips.module.css'

interface Choice {
  value: string
  label: string
  /** Longer explanation, shown as a tooltip. */
  description?: string
}

interface Props<Value> {
  legend: string
  choices: readonly Choice[]
  value: Value
  onChange: (value: Value) => void
}

/** Chips to choose one value. */
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

/** Chips to choose any number of values. */
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
