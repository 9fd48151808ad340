import { IconBuilding, IconHistory } from '#icons'
import { IconAddressBook, IconAt, IconPhone, IconPuzzle } from '#icons/page'
import type { Choice, SignedIn } from '../../lib/continuation.ts'
import { useTexts } from '../../lib/texts.ts'
import { shownPhone } from '../../ui/fields/digits.ts'
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
const isKnown = (scope: string): scope is keyof typeof icons => Object.hasOwn(icons, scope)

interface Props {
  label: string
  account: SignedIn
  scopes: readonly string[]
  /** Scopes that were added since the last consent. */
  added?: readonly string[]
  /**
   * The account's organizations. `entered` is the chosen one, and `permissions` are the labels of the
   * account's data permissions in that organization, if known.
   */
  organizations?: readonly Choice[]
  entered?: Choice | undefined
  permissions?: readonly string[] | undefined
}

/**
 * Lists the data that the application will receive, with the actual values, and what the application cannot
 * do.
 */
export function Scopes({
  label,
  account,
  scopes,
  added = [],
  organizations = [],
  entered,
  permissions = [],
}: Props) {
  const t = useTexts(words)
  const describe = (scope: keyof typeof icons): string => {
    if (scope === 'phone') return shownPhone(account.mobilePhone) ?? t('scopeNone')
    if (scope === 'email') return account.email ?? t('scopeNone')
    if (scope === 'organization' && entered)
      return t('entered', {
        role: entered.personal ? t('role.OWNER') : t(`role.${entered.role}`),
        permissions: permissions.join(t('between')) || t('permissionsNone'),
      })
    if (scope === 'organizations' && organizations.length) return organizations.map(nameOf).join(t('between'))
    const name = [account.name, account.username].filter(Boolean).join(' · ')
    return t(`scope.${scope}Text`, { name })
  }
  const nameOf = ({ name, personal }: Choice) => (personal ? t('personal') : name)
  const title = (scope: keyof typeof icons) =>
    scope === 'organization' && entered
      ? t('scope.organizationIn', { name: nameOf(entered) })
      : t(`scope.${scope}`)
  return (
    <ul className={classes.rows} aria-label={label}>
      {scopes.map((scope) => {
        const Icon = isKnown(scope) ? icons[scope] : IconPuzzle
        return (
          <li key={scope} className={classes.row}>
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            <span>
              {isKnown(scope) ? title(scope) : t('scope.other', { scope })}
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
