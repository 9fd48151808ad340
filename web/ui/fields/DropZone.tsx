import { type ReactNode, useState } from 'react'
import classes from './DropZone.module.css'

interface DropZoneProps {
  label: string
  /** Text that is shown while files are dragged over the zone. */
  over: string
  rule: string
  icon: ReactNode
  /** Accepted file types, as in the `accept` attribute. */
  accept: string
  multiple?: boolean
  /** Whether the zone has a smaller height, for use next to other fields. */
  compact?: boolean
  /** Whether the file is invalid or missing. */
  invalid?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Zone that accepts files by drag and drop, click or keyboard. */
export function DropZone({ compact = false, invalid = false, ...props }: DropZoneProps) {
  const [held, setHeld] = useState(false)
  return (
    <label
      className={classes.drop}
      data-held={held || undefined}
      data-compact={compact || undefined}
      data-invalid={invalid || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setHeld(true)
      }}
      onDragLeave={() => setHeld(false)}
      onDrop={(event) => {
        event.preventDefault()
        setHeld(false)
        props.onFiles([...event.dataTransfer.files])
      }}
    >
      <input
        type="file"
        className={classes.file}
        accept={props.accept}
        multiple={props.multiple ?? false}
        aria-invalid={invalid || undefined}
        data-autofocus={compact ? undefined : true}
        onChange={(event) => {
          props.onFiles([...(event.currentTarget.files ?? [])])
          // The value is cleared, so that choosing the same file again triggers a change event.
          event.currentTarget.value = ''
        }}
      />
      {props.icon}
      <span>{held ? props.over : props.label}</span>
      <span className={classes.rule}>{props.rule}</span>
    </label>
  )
}
