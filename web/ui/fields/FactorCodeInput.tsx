import { TextInput, type TextInputProps } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import { codeDigits, halfWidth } from './digits.ts'
import { typed } from './typed.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (code: string) => void
  /** `totp` for a code of an authenticator app, `recovery` for a recovery code. */
  kind: 'totp' | 'recovery'
}

/** Field for a code of an authenticator app, or for a recovery code. */
export function FactorCodeInput({ value, onChange, kind, ...props }: Props) {
  const app = kind === 'totp'
  const plain = (text: string) => (app ? codeDigits(text, limits.code.digits) : halfWidth(text).toUpperCase())
  return (
    <TextInput
      {...props}
      {...typed(plain, onChange)}
      value={value}
      inputMode={app ? 'numeric' : 'text'}
      autoComplete={app ? 'one-time-code' : 'off'}
      spellCheck={false}
    />
  )
}
