import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirmDialog } from '../../../shared/dialogs/confirmDialog.tsx'
import { unlinkIdentity } from '../../../shared/identity-sources/mutations.ts'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { type Account, useAccountChanged } from '../account.ts'
import { words } from './words.ts'

/** Unlinks an identity. The server refuses this if no other way to sign in is left. */
export default confirmDialog(({ rows: [{ id, source }] }: DialogProps<[Account['identities'][number]]>) => {
  const t = useTexts(words)
  const { name } = source
  return {
    title: t('unlinkOne', { name }),
    question: t('unlinkText', { name }),
    submit: t('unlink'),
    danger: true,
    call: () => request(unlinkIdentity, { id }),
    done: t('unlinked', { name }),
    changed: useAccountChanged(),
  }
})
