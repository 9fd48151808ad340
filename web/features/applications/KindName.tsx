import { IconDeviceMobile } from '#icons'
import { IconBrowser, IconDeviceTv, IconServer2, IconWorld } from '#icons/page'
import { applicationKinds } from '../../../contract/states.ts'
import { useTexts } from '../../lib/texts.ts'
import type { Kind } from './applications.ts'
import classes from './Kinds.module.css'
import { words } from './words.ts'

const icons = {
  SERVER: IconWorld,
  SINGLE_PAGE: IconBrowser,
  NATIVE: IconDeviceMobile,
  DEVICE: IconDeviceTv,
  SERVICE: IconServer2,
} as const satisfies Record<Kind, unknown>

export function KindName({ kind }: { kind: Kind }) {
  const t = useTexts(words)
  const Icon = icons[kind]
  return (
    <span className={classes.kind}>
      <Icon size={16} stroke={1.6} aria-hidden />
      {t(`kind.${kind}`)}
    </span>
  )
}

/**
 * Shows a card for each kind of application. Clicking a card starts the registration of an application of
 * this kind.
 */
export function KindCards({ onChoose }: { onChoose: (kind: Kind) => void }) {
  const t = useTexts(words)
  return (
    <ul className={classes.cards}>
      {applicationKinds.map((kind) => (
        <li key={kind}>
          <button type="button" className={classes.card} onClick={() => onChoose(kind)}>
            <KindName kind={kind} />
            <span className={classes.about}>{t(`kindText.${kind}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
