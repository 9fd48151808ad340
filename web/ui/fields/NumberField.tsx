import { TextInput, type TextInputProps } from '@mantine/core'
import { halfWidth } from './digits.ts'
import { typed } from './typed.ts'

/** A whole number from 0 as it is typed; null for anything else: 1.5 is not 15, -1 is not 1. */
export const wholeNumber = (text: string): number | null => (/^\d{1,12}$/.test(text) ? Number(text) : null)

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (text: string) => void
}

/** A number as text, in plain digits without spaces. What is no number stays as it was typed, for the form to refuse. */
export function NumberField({ value, onChange, ...props }: Props) {
  return (
    <TextInput
      {...props}
      {...typed((text) => halfWidth(text).replace(/\s/g, ''), onChange)}
      value={value}
      inputMode="numeric"
      maxLength={16}
    />
  )
}
