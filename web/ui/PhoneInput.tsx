import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { phoneDigits } from './digits.ts'
import { typed } from './typed.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (phone: string) => void
  /** Shown where the number does not bring its own: '+86'. */
  callingCode: string
}

/** A phone number; whatever is pasted, the value is digits, led by a plus sign where it is of another country. */
export function PhoneInput({ value, onChange, callingCode, onFocus, onBlur, ...props }: Props) {
  const [focused, setFocused] = useState(false)
  const plain = (text: string) => {
    const digits = phoneDigits(text)
    return digits.startsWith(callingCode) ? digits.slice(callingCode.length) : digits
  }
  return (
    <TextInput
      {...props}
      {...typed(plain, onChange)}
      // Grouped for reading only: while it is being typed the caret must not jump.
      value={focused ? value : value.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')}
      onFocus={(event) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setFocused(false)
        onBlur?.(event)
      }}
      type="tel"
      inputMode="tel"
      leftSection={value.startsWith('+') ? undefined : <span aria-hidden>{callingCode}</span>}
      leftSectionWidth={52}
    />
  )
}
