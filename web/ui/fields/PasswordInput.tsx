import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { IconEye, IconEyeOff } from '#icons'

/** With an eye that shows what was typed, and that the keyboard reaches; `revealLabel` names it. */
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
          // The focus stays in the field, and what is selected in it.
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
