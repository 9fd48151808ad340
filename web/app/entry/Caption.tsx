import styles from './EntryFrame.module.css'

interface Props {
  line: string
  text: string
  /**
   * Whether the caption belongs to a sign-in to an application. If true, the caption replaces the default
   * caption of EntryFrame.
   */
  application?: boolean
}

/** Caption below the illustration. */
export const Caption = ({ line, text, application }: Props) => (
  <div className={styles.words} data-application={application}>
    <p className={styles.line}>{line}</p>
    <p className={styles.text}>{text}</p>
  </div>
)
