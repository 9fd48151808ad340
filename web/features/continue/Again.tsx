import { Button } from '@mantine/core'
import { useRefusal } from '../../lib/codes.ts'
import { graphql, request } from '../../lib/graphql.ts'
import { signOut } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import classes from './Continue.module.css'
import { Leave } from './Leave.tsx'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

const reauthenticate = graphql(`
  mutation Reauthenticate($password: String) {
    reauthenticate(password: $password)
  }
`)

/** Somebody is signed in, and the application asks that they prove anew who they are. */
export function Again({ continuation, answer, load }: StepProps & { load: () => void }) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const refusal = useRefusal()
  const { application, account } = continuation
  const fields = useFields({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : common('passwordEmpty') }),
    submit: async ({ password }) => {
      await request(reauthenticate, { password })
      answer({ step: 'login' })
    },
    refusal,
  })
  return (
    <>
      <h1 className={classes.title}>{t('again')}</h1>
      <p className={classes.context}>{t('againText', { name: application.name })}</p>
      <form {...fields.formProps} className={classes.form} aria-label={t('again')}>
        <input hidden readOnly autoComplete="username" value={account.username ?? ''} />
        <PasswordInput
          {...fields.field('password')}
          label={t('password')}
          revealLabel={common('reveal')}
          autoComplete="current-password"
        />
        {fields.problem && (
          <Notice tone="err" role="alert">
            {fields.problem}
          </Notice>
        )}
        <Button type="submit" fullWidth loading={fields.pending}>
          {t('againSubmit')}
        </Button>
      </form>
      <p className={classes.foot}>
        {account.name}
        <button type="button" className="link" onClick={() => void signOut(load)}>
          {t('otherAccount')}
        </button>
      </p>
      <Leave continuation={continuation} answer={answer} />
    </>
  )
}
