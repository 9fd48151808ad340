import type { ComponentType } from 'react'
import styles from './List.module.css'

interface BulkActionProps {
  /** Of @tabler/icons-react. */
  icon: ComponentType<{ size?: string | number | undefined; stroke?: number | undefined }>
  label: string
  danger?: boolean
  onClick: () => void
}

/** What can be done with the chosen rows of a list. */
export const BulkAction = ({ icon: Icon, label, danger, onClick }: BulkActionProps) => (
  <button
    type="button"
    className={`link ${styles.action}`}
    data-danger={danger || undefined}
    onClick={onClick}
  >
    <Icon size={16} stroke={1.6} aria-hidden />
    {label}
  </button>
)
