import { TextInput } from '@mantine/core'
import { limits } from '../../../../contract/limits.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { nationalPhone } from '../../../ui/fields/digits.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { PhoneInput } from '../../../ui/fields/PhoneInput.tsx'
import classes from '../Accounts.module.css'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { updateOperator } from '../mutations.ts'
import { words } from '../words.ts'

/**
 * Edits the display name and phone number of an account. The phone number cannot be edited if the account is
 * the viewer's own or has more permissions than the viewer.
 */
export default function EditAccount({ rows: [account], opened, onClose }: DialogProps<[AccountRow]>) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { auth } = useSession()
  const before = nationalPhone(account.profile.mobilePhone)
  const fields = useFields({
    initial: { nickName: account.name, mobilePhone: before },
    check: ({ nickName, mobilePhone }) => ({
      nickName: nickName.trim() ? checks.name(nickName) : t('create.nickEmpty'),
      // An unchanged phone number is not validated, so that an account without one can be saved.
      mobilePhone: mobilePhone === before ? undefined : checks.phone(mobilePhone),
    }),
    submit: async ({ nickName, mobilePhone }) => {
      const name = nickName.trim()
      await request(updateOperator, {
        id: account.id,
        nickName: name,
        ...(mobilePhone !== before && { mobilePhone }),
      })
      onClose()
      toast('ok', t('editAccount.done', { name }))
      await changed([account.id])
    },
    refusal,
  })

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('editAccount.title')}
      fields={fields}
      submit={t('editAccount.save')}
    >
      <TextInput
        {...fields.field('nickName', t('create.nickRule', limits.name))}
        label={t('create.nick')}
        withAsterisk
        autoComplete="off"
        data-autofocus
      />
      {account.viewerCan.changePhone ? (
        <PhoneInput
          {...fields.field('mobilePhone', before ? t('editAccount.phoneRule') : t('create.phoneRule'))}
          label={t('phone')}
          autoComplete="off"
        />
      ) : (
        <p className={classes.rule}>{t(account.id === auth.id ? 'editAccount.own' : 'editAccount.runner')}</p>
      )}
    </FormDialog>
  )
}
