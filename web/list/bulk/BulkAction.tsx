import { Button } from '@mantine/core'
import type { ComponentType } from 'react'

interface BulkActionProps {
  /** Of @tabler/icons-react. */
  icon: ComponentType<{ size?: string | number | undefined; stroke?: number | undefined }>
  label: string
  danger?: boolean
  onClick: () => void
}

/** What can be done with the chosen rows of a list. */
export const BulkAction = ({ icon: Icon, label, danger, onClick }: BulkActionProps) => (
  <Button
    variant="default"
    leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
    onClick={onClick}
    {...(danger && { color: 'red' })}
  >
    {label}
  </Button>
)
