import { TextInput } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { loginId } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import { typed } from '../../ui/fields/typed.ts'
import classes from './Account.module.css'
import { type Account, useAccountChanged } from './account.ts'
import { updateProfile } from './mutations.ts'
import { words } from './words.ts'

/** Edits the display name, username, first name and last name. */
export default function EditProfile({ rows: [account], opened, onClose }: DialogProps<[Account]>) {
  const t = useTexts(words)
  const chinese = useLocale() === 'zh-CN'
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useAccountChanged()
  const { profile } = account

  const fields = useFields({
    initial: {
      nickName: account.name,
      username: profile.username ?? '',
      lastName: profile.lastName ?? '',
      firstName: profile.firstName ?? '',
    },
    check: (values) => ({
      nickName: values.nickName.trim() ? checks.name(values.nickName) : t('profile.nickNameEmpty'),
      // A username can be changed but not removed.
      username:
        profile.username && !values.username ? checks.username('-') : checks.username(values.username),
      lastName: checks.name(values.lastName),
      firstName: checks.name(values.firstName),
    }),
    submit: async (values) => {
      await request(updateProfile, {
        nickName: values.nickName,
        // A field that is omitted stays unchanged. null clears a field.
        ...(values.username && { username: values.username }),
        lastName: values.lastName.trim() || null,
        firstName: values.firstName.trim() || null,
      })
      onClose()
      toast('ok', t('profile.saved'))
      await changed()
    },
    refusal,
  })
  const username = fields.field('username', t('profile.usernameRule', limits.username))

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('profile.title')}
      fields={fields}
      submit={t('profile.save')}
    >
      <TextInput
        {...fields.field('nickName', t('profile.nickNameRule', limits.name))}
        label={t('profile.nickName')}
        withAsterisk
        aria-required
        autoComplete="nickname"
        data-autofocus
      />
      <TextInput
        {...username}
        {...typed(loginId, username.onChange)}
        label={t('profile.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={classes.pair}>
        {(chinese ? (['lastName', 'firstName'] as const) : (['firstName', 'lastName'] as const)).map(
          (name) => (
            <TextInput
              key={name}
              {...fields.field(name)}
              label={t(`profile.${name}`)}
              autoComplete={name === 'lastName' ? 'family-name' : 'given-name'}
            />
          ),
        )}
      </div>
    </FormDialog>
  )
}
