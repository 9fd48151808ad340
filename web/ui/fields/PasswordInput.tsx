import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'

const RevealIcon = ({ reveal }: { reveal: boolean }) =>
  reveal ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />

/** Mantine's, which leaves out aria-invalid, with an eye that the keyboard reaches. `revealLabel` names the eye. */
export function PasswordInput({ revealLabel, ...props }: PasswordInputProps & { revealLabel: string }) {
  return (
    <MantinePasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleIcon={RevealIcon}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': revealLabel }}
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}
