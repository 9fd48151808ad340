import { IconBrandWechat, IconFeather, IconSend, IconShieldLock } from '#icons/page'
import type { IdentitySourceKind } from '../../../contract/identity-sources.ts'
import classes from './SourceIcon.module.css'

const icons = {
  OIDC: IconShieldLock,
  WECOM: IconBrandWechat,
  DINGTALK: IconSend,
  FEISHU: IconFeather,
} as const satisfies Record<IdentitySourceKind, unknown>

interface Props {
  source: { kind: IdentitySourceKind; icon?: string | null }
  size?: 18 | 20
}

/** The icon of an identity source, or the icon of its kind. */
export function SourceIcon({ source: { kind, icon }, size = 18 }: Props) {
  const Icon = icons[kind] ?? IconShieldLock
  if (icon) return <img src={icon} alt="" width={size} height={size} className={classes.icon} />
  return <Icon size={size} stroke={1.6} aria-hidden className={classes.icon} />
}

/** The icon of an identity source on a tile. */
export function SourceTile({ source, large }: Pick<Props, 'source'> & { large?: boolean }) {
  return (
    <span className={classes.tile} data-large={large || undefined} aria-hidden="true">
      <SourceIcon source={source} size={large ? 20 : 18} />
    </span>
  )
}
