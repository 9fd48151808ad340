import { type ReactNode, useState } from 'react'
import classes from './DropZone.module.css'

interface DropZoneProps {
  label: string
  /** While files are held over it. */
  over: string
  rule: string
  icon: ReactNode
  /** What the browser offers to choose, as an input takes it. */
  accept: string
  multiple?: boolean
  /** Less high, beside other fields. */
  compact?: boolean
  /** Whether the file is wrong or missing. */
  invalid?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Files are dropped on it, or chosen by a click or a key. */
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
          // The same file again is a change, too.
          event.currentTarget.value = ''
        }}
      />
      {props.icon}
      <span>{held ? props.over : props.label}</span>
      <span className={classes.rule}>{props.rule}</span>
    </label>
  )
}
