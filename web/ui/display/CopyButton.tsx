import { ActionIcon } from '@mantine/core'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'

/** A small button beside what it copies; `inline`: within a line of text. */
export function CopyButton({
  label,
  inline,
  onClick,
}: {
  label: string
  inline?: boolean
  onClick: () => void
}) {
  return (
    <ActionIcon
      {...(inline && { vars: () => ({ root: { '--ai-size': '24px' } }) })}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <IconCopy size={inline ? 14 : 16} stroke={1.6} />
    </ActionIcon>
  )
}
