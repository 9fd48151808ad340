import { useId } from 'react'
import classes from './Detail.module.css'

interface Option<Value extends string> {
  value: Value
  label: string
  text: string
}

interface Props<Value extends string> {
  name: string
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons, each with a line that explains it. */
export function Options<Value extends string>({ name, label, options, value, onChange }: Props<Value>) {
  const id = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.options}>
      {options.map((option) => (
        <div key={option.value} className={classes.option}>
          <input
            type="radio"
            id={`${id}${option.value}`}
            name={name}
            className="finger"
            checked={option.value === value}
            aria-describedby={`${id}${option.value}text`}
            onChange={() => onChange(option.value)}
          />
          <div>
            <label htmlFor={`${id}${option.value}`}>{option.label}</label>
            <div id={`${id}${option.value}text`} className={classes.optionText}>
              {option.text}
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
