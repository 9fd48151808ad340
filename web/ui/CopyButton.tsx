import { ActionIcon } from '@mantine/core'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'

/** A small button beside what it copies. */
export function CopyButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      <IconCopy size={16} stroke={1.6} />
    </ActionIcon>
  )
}
