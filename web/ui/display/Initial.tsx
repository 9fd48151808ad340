import { IconUser } from '#icons'
import styles from './Initial.module.css'

interface InitialProps {
  name: string
  /** Size in px if the default font size is 16 px. */
  size?: number
  /**
   * Whether to use the info color, which marks the viewer and the current organization. The default color is
   * neutral.
   */
  own?: boolean
  /** Whether the shape is square, which is used for organizations and applications. */
  square?: boolean
  /** Whether to show a person icon, which is used for the personal organization because it has no name. */
  person?: boolean | undefined
  /** URL of an image that replaces the character. */
  icon?: string | null | undefined
}

const rem = (px: number) => `${px / 16}rem`

/**
 * The first character of a name on a tinted background. The full name must be next to this element or in a
 * label.
 */
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
