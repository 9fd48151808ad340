import { useTexts } from '../../lib/texts.ts'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

/** Asked where the last sign-in is too long ago to stand in for it. */
export function PresentPassword(props: object) {
  const t = useTexts('account')
  const common = useTexts('lib')
  return (
    <PasswordInput
      {...props}
      label={t('security.oldPassword')}
      revealLabel={common('reveal')}
      autoComplete="current-password"
    />
  )
}
