import { IconUser } from '#icons'
import styles from './Initial.module.css'

interface InitialProps {
  name: string
  /** px where letters are 16 high */
  size?: number
  /** Info for oneself and the chosen organization, else neutral. */
  own?: boolean
  /** A tile, for organizations and applications. */
  square?: boolean
  /** A person instead: the personal space, which has no name of its own. */
  person?: boolean | undefined
  /** Where there is a picture instead. */
  icon?: string | null | undefined
}

const rem = (px: number) => `${px / 16}rem`

/** The first character of a name on a tint; the name itself is beside it or in a label. */
export function Initial({ name, size = 28, own, square, person, icon }: InitialProps) {
  const sides = { width: rem(size), height: rem(size) }
  if (icon) return <img src={icon} alt="" className={styles.icon} style={sides} />
  return (
    <span
      className={styles.initial}
      data-tone={own ? 'info' : undefined}
      data-square={square || undefined}
      style={{ ...sides, fontSize: rem(Math.round(size * 0.45)) }}
      aria-hidden="true"
    >
      {person ? <IconUser size="70%" stroke={1.8} /> : ([...name.trim()][0]?.toUpperCase() ?? '')}
    </span>
  )
}
