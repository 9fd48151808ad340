import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs'
import { useState } from 'react'
import classes from './Import.module.css'

interface DropZoneProps {
  label: string
  /** While a file is held over it. */
  over: string
  rule: string
  onFile: (file: File | undefined) => void
}

/** A file is dropped on it, or chosen by a click or a key. */
export function DropZone({ label, over, rule, onFile }: DropZoneProps) {
  const [held, setHeld] = useState(false)
  return (
    <label
      className={classes.drop}
      data-held={held || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setHeld(true)
      }}
      onDragLeave={() => setHeld(false)}
      onDrop={(event) => {
        event.preventDefault()
        setHeld(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      <input
        type="file"
        className={classes.file}
        accept=".xlsx"
        data-autofocus
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0])
          // The same file again is a change, too.
          event.currentTarget.value = ''
        }}
      />
      <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
      <span>{held ? over : label}</span>
      <span className={classes.hint}>{rule}</span>
    </label>
  )
}
