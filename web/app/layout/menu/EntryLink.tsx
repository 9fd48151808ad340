import { useLinkProps } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import { IconDeviceDesktop, IconExternalLink, IconLayoutDashboard, IconUser, IconUsers } from '#icons'
import { type MenuEntry, type MenuIcon, titleOf } from '../../../../contract/menu.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words as titles } from '../../../lib/titles/words.ts'
import { isExternal } from '../../guard/menu.ts'
import { words } from '../words.ts'

const icons: Record<MenuIcon, typeof IconUser> = {
  user: IconUser,
  'user-group': IconUsers,
  desktop: IconDeviceDesktop,
  dashboard: IconLayoutDashboard,
}

export function EntryIcon({ entry }: { entry: MenuEntry }) {
  const { icon } = entry.meta
  const Drawn = isExternal(entry)
    ? IconExternalLink
    : // The menu can come from a newer server, so the icon may be unknown.
      icon && Object.hasOwn(icons, icon)
      ? icons[icon]
      : undefined
  return Drawn ? <Drawn size={18} stroke={1.6} aria-hidden /> : null
}

interface EntryLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  entry: MenuEntry
  /** Whether the entry's page is the open page. */
  here: boolean
}

/** A link to a page of the console or to another site. Other sites open in a new window. */
export const EntryLink = (props: EntryLinkProps) =>
  isExternal(props.entry) ? <OutwardLink {...props} /> : <PageLink {...props} />

function OutwardLink({ entry, here: _, ...props }: EntryLinkProps) {
  const t = useTexts(words)
  const label = useLabel()(entry)
  return (
    <a
      {...props}
      href={entry.path}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('newWindow', { name: label })}
    />
  )
}

/**
 * activeProps is empty, because the router would mark the next page as active while the previous page is
 * still shown.
 */
function PageLink({ entry, here, ...props }: EntryLinkProps) {
  const link = useLinkProps({ ...(props as object), to: entry.path, activeProps: {} })
  return <a {...link} data-marked={here || undefined} aria-current={here ? 'page' : undefined} />
}

export function useLabel(): (entry: MenuEntry) => string {
  const t = useTexts(titles)
  return (entry) => titleOf(entry, t)
}
