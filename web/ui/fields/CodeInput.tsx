import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import classes from './CodeInput.module.css'
import { codeDigits } from './digits.ts'
import { typed } from './typed.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (code: string) => void
  onSend: () => void
  sending: boolean
  /** Seconds until the user can request another code. */
  secondsLeft: number
  /** Labels of the button: `sendWords` before a code is sent, `waitWords` during the countdown. */
  sendWords: string
  waitWords: string
}

/**
 * Field for a verification code. Its button sends a code, and counts down until the next code can be sent.
 */
export function CodeInput({
  value,
  onChange,
  onSend,
  sending,
  secondsLeft,
  sendWords,
  waitWords,
  ...props
}: Props) {
  return (
    <TextInput
      {...props}
      {...typed((text) => codeDigits(text, limits.code.digits), onChange)}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      classNames={{ input: classes.input }}
      inputContainer={(input) => (
        <div className={classes.row}>
          {input}
          <Button
            variant="default"
            className={classes.send}
            onClick={onSend}
            loading={sending}
            disabled={secondsLeft > 0}
          >
            {secondsLeft > 0 ? waitWords : sendWords}
          </Button>
        </div>
      )}
    />
  )
}
