import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { groupedPhone, homeCallingCode, nationalPhone, phoneDigits } from './digits.ts'
import { typed } from './typed.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (phone: string) => void
}

/** A phone number; whatever is pasted, the value is digits, led by a plus sign where it is of another country. */
export function PhoneInput({ value, onChange, onFocus, onBlur, ...props }: Props) {
  const [focused, setFocused] = useState(false)
  return (
    <TextInput
      {...props}
      {...typed((text) => nationalPhone(phoneDigits(text)), onChange)}
      // Grouped for reading only: while it is being typed the caret must not jump.
      value={focused ? value : groupedPhone(value)}
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
      leftSection={value.startsWith('+') ? undefined : <span aria-hidden>{homeCallingCode()}</span>}
      leftSectionWidth={52}
    />
  )
}
