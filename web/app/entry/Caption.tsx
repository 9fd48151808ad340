import styles from './EntryFrame.module.css'

interface Props {
  line: string
  text: string
  /** The caption belongs to a sign-in to an application and replaces the frame's default caption. */
  application?: boolean
}

/** Caption below the illustration. */
export const Caption = ({ line, text, application }: Props) => (
  <div className={styles.words} data-application={application}>
    <p className={styles.line}>{line}</p>
    <p className={styles.text}>{text}</p>
  </div>
)
