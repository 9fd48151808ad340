import { Button } from '@mantine/core'
import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconPuzzle from '@tabler/icons-react/dist/esm/icons/IconPuzzle.mjs'
import { useTexts } from '../../lib/texts.ts'
import classes from './Continue.module.css'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

const icons = {
  profile: IconAddressBook,
  phone: IconPhone,
  email: IconMail,
  organization: IconBuilding,
  organizations: IconBuilding,
  offline_access: IconHistory,
} as const
const isKnown = (scope: string): scope is keyof typeof icons => scope in icons

/** What the application gets, in words, with the very values; what was allowed before is not asked again. */
export function Allow({ continuation, answer }: StepProps) {
  const t = useTexts(words)
  const { application, account, scopes = [], allowed = [], returnsTo } = continuation
  const added = scopes.filter((scope) => !allowed.includes(scope))
  const shown = added.length ? added : scopes
  const describe = (scope: keyof typeof icons): string => {
    if (scope === 'phone') return account.mobilePhone ?? t('scopeNone')
    if (scope === 'email') return account.email ?? t('scopeNone')
    const name = [account.name, account.username].filter(Boolean).join(' · ')
    return t(`scope.${scope}Text`, { name })
  }
  return (
    <>
      <h1 className={classes.title}>{t('consent', { name: application.name })}</h1>
      <p className={classes.context}>{t(application.firstParty ? 'consentOwn' : 'consentText')}</p>
      <ul className={classes.rows} aria-label={t('consent', { name: application.name })}>
        {shown.map((scope) => {
          const Icon = isKnown(scope) ? icons[scope] : IconPuzzle
          return (
            <li key={scope} className={classes.row}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <span>
                {isKnown(scope) ? t(`scope.${scope}`) : t('scope.other', { scope })}
                {allowed.length > 0 && added.length > 0 && <em>{t('new')}</em>}
                <small>{isKnown(scope) ? describe(scope) : t('scope.otherText')}</small>
              </span>
            </li>
          )
        })}
        <li className={classes.cannot}>{t('cannot')}</li>
      </ul>
      <div className={classes.pair}>
        <Button variant="default" onClick={() => answer({ step: 'decline' })}>
          {t('decline')}
        </Button>
        <Button onClick={() => answer({ step: 'consent' })}>{t('allow')}</Button>
      </div>
      {returnsTo && <p className={classes.foot}>{t('returnsTo', { host: returnsTo })}</p>}
    </>
  )
}
