import { IconUser } from '#icons'
import styles from './Initial.module.css'

interface InitialProps {
  name: string
  /** In px at the default font size of 16 px. */
  size?: number
  /** Info color for the viewer and the current organization, otherwise neutral. */
  own?: boolean
  /** Square for organizations and applications. */
  square?: boolean
  /** Shows a person icon, for the personal space, which has no name. */
  person?: boolean | undefined
  /** Image shown in place of the letter. */
  icon?: string | null | undefined
}

const rem = (px: number) => `${px / 16}rem`

/** The first character of a name on a tint. The name itself is next to it or in a label. */
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
