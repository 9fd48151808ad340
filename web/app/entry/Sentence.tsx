import styles from './EntryFrame.module.css'

interface Props {
  line: string
  text: string
  /** In the place of the frame's own. */
  application?: boolean
}

/** What stands below the drawing. */
export const Sentence = ({ line, text, application }: Props) => (
  <div className={styles.words} data-application={application}>
    <p className={styles.line}>{line}</p>
    <p className={styles.text}>{text}</p>
  </div>
)
