import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { groupedPhone, homeCallingCode, nationalPhone, phoneDigits } from './digits.ts'
import { typed } from './typed.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (phone: string) => void
}

/**
 * A phone number field. Whatever is pasted, the value contains digits only, with a leading plus sign for
 * another country.
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
      // Digits are grouped while the field is not being edited, because regrouping would move the caret.
      // Focusing alone changes nothing, which keeps the selection made by Tab or a script.
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
