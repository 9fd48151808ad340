import styles from './Initial.module.css'

interface InitialProps {
  name: string
  /** px where letters are 16 high */
  size?: number
  /** Info for oneself and the chosen organization, else neutral. */
  own?: boolean
  /** A tile, for organizations. */
  square?: boolean
}

const rem = (px: number) => `${px / 16}rem`

/** The first character of a name on a tint; the name itself is beside it or in a label. */
export function Initial({ name, size = 28, own, square }: InitialProps) {
  return (
    <span
      className={styles.initial}
      data-tone={own ? 'info' : undefined}
      data-square={square || undefined}
      style={{ width: rem(size), height: rem(size), fontSize: rem(Math.round(size * 0.45)) }}
      aria-hidden="true"
    >
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  )
}
