import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs'
import IconAt from '@tabler/icons-react/dist/esm/icons/IconAt.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconPuzzle from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs'
import type { SignedIn } from '../../lib/continuation.ts'
import { useTexts } from '../../lib/texts.ts'
import classes from './Continue.module.css'
import { words } from './words.ts'

const icons = {
  profile: IconAddressBook,
  phone: IconPhone,
  email: IconAt,
  organization: IconBuilding,
  organizations: IconBuilding,
  offline_access: IconHistory,
} as const
const isKnown = (scope: string): scope is keyof typeof icons => scope in icons

interface Props {
  label: string
  account: SignedIn
  scopes: readonly string[]
  /** Of these, what was not asked before. */
  added?: readonly string[]
}

/** What an application gets, in words, with the very values; last what it cannot do. */
export function Scopes({ label, account, scopes, added = [] }: Props) {
  const t = useTexts(words)
  const describe = (scope: keyof typeof icons): string => {
    if (scope === 'phone') return account.mobilePhone ?? t('scopeNone')
    if (scope === 'email') return account.email ?? t('scopeNone')
    const name = [account.name, account.username].filter(Boolean).join(' · ')
    return t(`scope.${scope}Text`, { name })
  }
  return (
    <ul className={classes.rows} aria-label={label}>
      {scopes.map((scope) => {
        const Icon = isKnown(scope) ? icons[scope] : IconPuzzle
        return (
          <li key={scope} className={classes.row}>
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            <span>
              {isKnown(scope) ? t(`scope.${scope}`) : t('scope.other', { scope })}
              {added.includes(scope) && <em>{t('new')}</em>}
              <small>{isKnown(scope) ? describe(scope) : t('scope.otherText')}</small>
            </span>
          </li>
        )
      })}
      <li className={classes.cannot}>{t('cannot')}</li>
    </ul>
  )
}
