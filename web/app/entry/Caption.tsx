import styles from './EntryFrame.module.css'

interface Props {
  line: string
  text: string
  /** Replaces the default text of the frame. */
  application?: boolean
}

/** Text below the illustration. */
export const Caption = ({ line, text, application }: Props) => (
  <div className={styles.words} data-application={application}>
    <p className={styles.line}>{line}</p>
    <p className={styles.text}>{text}</p>
  </div>
)
