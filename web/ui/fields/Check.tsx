import { type InputHTMLAttributes, useEffect, useRef } from 'react'
import styles from './Check.module.css'

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  /** Whether the checkbox is indeterminate because only some of the rows that it controls are selected. */
  mixed?: boolean
  onChange?: (checked: boolean) => void
}

/** Checkbox. It is a native element, because a hundred of them in a table must render fast. */
export function Check({ mixed = false, onChange, ...props }: CheckProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <input
      {...props}
      ref={input}
      type="checkbox"
      className={`finger ${styles.check}`}
      onChange={(event) => onChange?.(event.currentTarget.checked)}
    />
  )
}
