import { Button } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { useUnsaved } from '../../ui/dialogs/unsaved.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import classes from './Account.module.css'
import { changePassword } from './mutations.ts'
import { words } from './words.ts'

/** Replaces every page until the user has changed a password that an administrator set. */
export function ChangePasswordRequired() {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const { auth, reload, signOut } = useSession()

  const fields = useFields({
    initial: { password: '' },
    check: ({ password }) => ({ password: checks.newPassword(password) }),
    submit: async (values) => {
      await request(changePassword, values)
      await reload()
      toast('ok', t('must.done'))
    },
    refusal,
  })

  useUnsaved(fields.form.isDirty() && !fields.pending)

  return (
    <section className={classes.must}>
      <h1 className={classes.mustTitle}>{t('must.title')}</h1>
      <p className={classes.second}>{t('must.context')}</p>
      <form {...fields.formProps} className={classes.mustForm} aria-label={t('must.title')}>
        {fields.problem && (
          <Notice tone="err" role="alert">
            {fields.problem}
          </Notice>
        )}
        <input hidden readOnly autoComplete="username" value={auth.profile.username ?? ''} />
        <PasswordInput
          {...fields.field('password', common('passwordRule', limits.password))}
          label={t('security.newPassword')}
          revealLabel={common('reveal')}
          autoComplete="new-password"
        />
        <div className={classes.mustActions}>
          <Button variant="default" onClick={() => void signOut()}>
            {t('must.signOut')}
          </Button>
          <Button type="submit" loading={fields.pending}>
            {t('must.submit')}
          </Button>
        </div>
      </form>
    </section>
  )
}
