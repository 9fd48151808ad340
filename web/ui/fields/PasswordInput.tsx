import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { IconEye, IconEyeOff } from '#icons'

/**
 * Password field with a button that shows the password. The button can be used by keyboard, and `revealLabel`
 * is its accessible name.
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
          // Prevents a click from moving the focus and the selection out of the field.
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
