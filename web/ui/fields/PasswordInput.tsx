import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { IconEye, IconEyeOff } from '#icons'

/**
 * A password field with a keyboard-accessible button that shows the password. `revealLabel` is its accessible
 * name.
 */
export function PasswordInput({ revealLabel, ...props }: TextInputProps & { revealLabel: string }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      rightSection={
        <ActionIcon
          size={26}
          aria-label={revealLabel}
          aria-pressed={shown}
          // Keeps the focus and the selection in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} stroke={1.6} />
        </ActionIcon>
      }
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}
