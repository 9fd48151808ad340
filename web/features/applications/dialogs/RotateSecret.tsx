import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import classes from '../Applications.module.css'
import { type ApplicationRow, useApplicationsChanged } from '../applications.ts'
import { rotateApplicationSecret } from '../mutations.ts'
import { words } from '../words.ts'
import { SecretShown } from './SecretShown.tsx'

/** Makes a second secret and shows it. */
export default function RotateSecret({
  rows: [application],
  opened,
  onClose,
}: DialogProps<[ApplicationRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const [secret, setSecret] = useState<string>()
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      if (secret) return onClose()
      const { rotateApplicationSecret: made } = await request(rotateApplicationSecret, { id: application.id })
      setSecret(made.secret ?? undefined)
      await changed()
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(secret ? 'secretOf' : 'rotate', { name: application.name })}
      fields={fields}
      submit={t(secret ? 'close' : 'rotate')}
      final={secret !== undefined}
    >
      {secret ? <SecretShown secret={secret} /> : <p className={classes.rule}>{t('rotateText')}</p>}
    </FormDialog>
  )
}
