import { TextInput, type TextInputProps } from '@mantine/core'
import { halfWidth } from './digits.ts'
import { typed } from './typed.ts'

/** Parses a non-negative integer. Returns null for any other text, so that 1.5 is not parsed as 15. */
export const wholeNumber = (text: string): number | null => (/^\d{1,12}$/.test(text) ? Number(text) : null)

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (text: string) => void
}

/**
 * Field for a number. Its value is text with ASCII digits and without spaces. Invalid text is not changed, so
 * that the form can report it.
 */
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
