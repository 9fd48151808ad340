import { ActionIcon } from '@mantine/core'
import { IconCopy } from '#icons'
import { useCopy } from './clipboard.ts'

interface CopyButtonProps {
  label: string
  text: string
  /** Whether the button is inside a line of text. */
  inline?: boolean
  /** Whether the button gets the focus when the dialog that contains it opens. */
  first?: boolean
  onCopied?: () => void
}

/** Small button next to the text that it copies. */
export function CopyButton({ label, text, inline, first, onCopied }: CopyButtonProps) {
  const copy = useCopy()
  return (
    <ActionIcon
      {...(inline && { vars: () => ({ root: { '--ai-size': '1.5rem' } }) })}
      data-autofocus={first || undefined}
      aria-label={label}
      title={label}
      onClick={() => void copy(text).then((copied) => copied && onCopied?.())}
    >
      <IconCopy size={inline ? 14 : 16} stroke={1.6} />
    </ActionIcon>
  )
}
