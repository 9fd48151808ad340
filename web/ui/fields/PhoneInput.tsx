import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { groupedPhone, homeCallingCode, nationalPhone, phoneDigits } from './digits.ts'
import { typed } from './typed.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (phone: string) => void
}

/** A phone number; whatever is pasted, the value is digits, led by a plus sign where it is of another country. */
export function PhoneInput({ value, onChange, onBlur, ...props }: Props) {
  const [typing, setTyping] = useState(false)
  function change(phone: string) {
    setTyping(true)
    onChange(phone)
  }

  return (
    <TextInput
      {...props}
      {...typed((text) => nationalPhone(phoneDigits(text)), change)}
      // Grouped for reading: while it is being typed the caret must not jump. The focus alone changes nothing, or what
      // Tab or a program has selected would not be selected any more.
      value={typing ? value : groupedPhone(value)}
      onBlur={(event) => {
        setTyping(false)
        onBlur?.(event)
      }}
      type="tel"
      inputMode="tel"
      leftSection={value.startsWith('+') ? undefined : <span aria-hidden>{homeCallingCode()}</span>}
      leftSectionWidth={52}
    />
  )
}
