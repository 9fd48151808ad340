import { Button } from '@mantine/core'
import { IconPlus } from '#icons'
import styles from './NewButton.module.css'

interface NewButtonProps {
  label: string
  /** Shorter label, which is used on phones. */
  short: string
  onClick: () => void
}

/** Button in the header of a list page. It opens the dialog that creates a new object. */
export function NewButton({ label, short, onClick }: NewButtonProps) {
  return (
    <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} onClick={onClick}>
      <span className={styles.wide}>{label}</span>
      <span className={styles.narrow}>{short}</span>
    </Button>
  )
}
