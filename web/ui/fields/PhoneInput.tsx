import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { groupedPhone, homeCallingCode, nationalPhone, phoneDigits } from './digits.ts'
import { typed } from './typed.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (phone: string) => void
}

/**
 * Field for a phone number. Whatever the user types or pastes, the value contains only digits, with a leading
 * plus sign if it is a foreign number.
 */
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
      // The digits are grouped only until the user starts to edit, because regrouping would move the caret.
      // Focusing the field does not change its text, so that a selection made by Tab or by a script is
      // retained.
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
