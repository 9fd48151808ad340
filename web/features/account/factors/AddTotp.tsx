import { TextInput } from '@mantine/core'
import { limits } from '../../../../contract/limits.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { QrCode } from '../../../ui/display/QrCode.tsx'
import { codeDigits } from '../../../ui/fields/digits.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { typed } from '../../../ui/fields/typed.ts'
import classes from './Factors.module.css'
import { confirmTotp, type TotpSetUp } from './mutations.ts'
import { useAdded } from './useAdded.tsx'
import { words } from './words.ts'

/**
 * Adds an authenticator app: shows a QR code and asks for a name and a verification code. Shows recovery
 * codes if the app is the account's first factor.
 */
export default function AddTotp({
  rows: [{ setUp, secret, uri }],
  opened,
  onClose,
  done,
}: DialogProps<[TotpSetUp]>) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const { added, codes } = useAdded({ opened, onClose, done })

  const fields = useFields({
    initial: { code: '', name: t('totp') },
    check: ({ code, name }) => ({
      code: checks.code(code),
      name: name.trim() ? checks.name(name) : t('nameEmpty'),
    }),
    submit: async (values) => {
      const { recoveryCodes } = (await request(confirmTotp, { setUp, ...values })).confirmTotp
      await added(recoveryCodes, t('added'))
    },
    refusal,
  })
  const code = fields.field('code')

  if (codes) return codes
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('addTotp')} fields={fields} submit={t('add')}>
      <div className={classes.scan}>
        <QrCode text={uri} label={t('qr')} />
        <div className={classes.steps}>
          <p>{t('scan')}</p>
          <p className={classes.hint}>{t('cannotScan')}</p>
          <div className={classes.secret}>
            <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
            <CopyButton label={t('copySecret')} text={secret} inline />
          </div>
        </div>
      </div>
      <TextInput
        {...code}
        {...typed((text) => codeDigits(text, limits.code.digits), code.onChange)}
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        data-autofocus
      />
      <TextInput {...fields.field('name', t('nameRule'))} label={t('name')} autoComplete="off" />
    </FormDialog>
  )
}
