import { useRouter } from '@tanstack/react-router'
import { limits } from '../../../contract/limits.ts'
import { request } from '../../lib/graphql.ts'
import { forgetSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { confirmDialog } from '../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import classes from './Account.module.css'
import { type Account, useAccountChanged } from './account.ts'
import { deleteFactor } from './factors/mutations.ts'
import { words as factorWords } from './factors/words.ts'
import { closeAccount, revokeSession } from './mutations.ts'
import { words } from './words.ts'

/** Closes the account and signs out. */
export const CloseAccount = confirmDialog(({ rows: [{ name }] }: DialogProps<[Account]>) => {
  const t = useTexts(words)
  const router = useRouter()
  const days = limits.closing
  return {
    title: t('close.title'),
    question: (
      <ul className={classes.owned}>
        <li>{t('close.now')}</li>
        <li>{t('close.until', { days })}</li>
        <li>{t('close.then', { days })}</li>
        <li>{t('close.stays')}</li>
      </ul>
    ),
    byName: { name, label: t('close.type', { name }), wrong: t('close.wrong') },
    async call() {
      await request(closeAccount)
      forgetSession()
      await router.navigate({ to: '/login', search: true, state: { accountClosing: true } })
      // Reloading the page removes all data of the account from memory.
      window.location.reload()
    },
  }
})

/** Ends all sessions except the current one. */
export const EndOthers = confirmDialog(({ rows: [account] }: DialogProps<[Account]>) => {
  const t = useTexts(words)
  const count = account.profile.sessions.filter(({ current }) => !current).length
  return {
    title: t('sessions.confirmTitle'),
    question: t('sessions.confirmText', { count }),
    submit: t('sessions.endOthers'),
    call: () => request(revokeSession, { id: null }),
    done: t('sessions.othersEnded'),
    changed: useAccountChanged(),
  }
})

interface RemoveFactorProps extends DialogProps<[Account['factors'][number]]> {
  /** Whether this is the last second factor of the account. */
  last: boolean
}

export const RemoveFactor = confirmDialog(({ rows: [{ id, name }], last }: RemoveFactorProps) => {
  const t = useTexts(factorWords)
  return {
    title: t('removeTitle'),
    question: t('removeText', { name }),
    children: last && <Notice tone="warn">{t('removeLast')}</Notice>,
    submit: t('remove'),
    danger: true,
    call: () => request(deleteFactor, { id }),
    done: t('removed', { name }),
    changed: useAccountChanged(),
  }
})
