import { useRouter } from '@tanstack/react-router'
import { limits } from '../../../contract/limits.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { forgetSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ConfirmByName } from '../../ui/dialogs/ConfirmByName.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import classes from './Account.module.css'
import type { Account } from './account.ts'
import { closeAccount } from './mutations.ts'
import { words } from './words.ts'

/** Asks for the account's name, closes the account, and signs out. */
export default function CloseAccount({ rows: [{ name }], opened, onClose }: DialogProps<[Account]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const router = useRouter()
  const days = limits.closing
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={t('close.title')}
      warning={
        <ul className={classes.owned}>
          <li>{t('close.now')}</li>
          <li>{t('close.until', { days })}</li>
          <li>{t('close.then', { days })}</li>
          <li>{t('close.stays')}</li>
        </ul>
      }
      name={name}
      label={t('close.type', { name })}
      wrong={t('close.wrong')}
      submit={t('close.title')}
      refusal={refusal}
      run={async () => {
        await request(closeAccount)
        forgetSession()
        await router.navigate({ to: '/login', search: true, state: { accountClosing: true } })
        // Removes all data of the account from the page.
        window.location.reload()
      }}
    />
  )
}
