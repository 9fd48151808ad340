import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { required } from '../../../../contract/required.ts'
import { palgoRoles } from '../../../../contract/states.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { authCodeOptions } from '../../../lib/roles/authCodes.ts'
import { words as roleWords } from '../../../lib/roles/words.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { Grants } from '../../../ui/fields/Grants.tsx'
import { useApplicationsChanged } from '../applications.ts'
import { SecretShown } from '../dialogs/SecretShown.tsx'
import { createServiceAccount } from '../mutations.ts'
import classes from './ServiceAccounts.module.css'
import { words } from './words.ts'

interface Values extends Record<string, unknown> {
  name: string
  authCodes: readonly string[]
  roles: readonly string[]
}

/**
 * Asks for the name and permissions of a service account. Then shows the client id and the secret. The secret
 * cannot be shown again.
 */
export default function CreateServiceAccount({
  tenantId,
  opened,
  onClose,
}: DialogProps & { tenantId: string }) {
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const checks = useChecks()
  const changed = useApplicationsChanged()
  const { data: codes = [] } = useQuery(authCodeOptions)
  const [made, setMade] = useState<{ clientId: string; secret: string }>()
  const fields = useFields<Values>({
    initial: { name: '', authCodes: ['data_view'], roles: [] },
    check: ({ name }) => ({ name: name.trim() ? checks.name(name) : t('nameEmpty') }),
    submit: async ({ name, authCodes, roles }) => {
      if (made) return onClose()
      const { createServiceAccount: answer } = await request(createServiceAccount, {
        tenantId,
        name: name.trim(),
        authCodes: [...authCodes],
        roles: palgoRoles.filter((role) => roles.includes(role)),
      })
      toast('ok', t('created', { name: name.trim() }))
      setMade({ clientId: answer.application.clientId, secret: required(answer.secret, 'secret') })
      await changed()
    },
    refusal: useRefusal(),
  })
  const { form } = fields
  const grants = (
    name: 'authCodes' | 'roles',
    choices: { code: string; label: string; description: string }[],
  ) => {
    const held = form.values[name]
    return (
      <Grants
        label={t(name)}
        choices={choices.map((choice) => ({ ...choice, state: held.includes(choice.code) ? 'on' : 'off' }))}
        onChange={(code, state) =>
          form.setFieldValue(name, [
            ...held.filter((each) => each !== code),
            ...(state === 'on' ? [code] : []),
          ])
        }
      />
    )
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(made ? 'madeTitle' : 'create', { name: form.values.name.trim() })}
      fields={fields}
      submit={t(made ? 'close' : 'create')}
      final={made !== undefined}
    >
      {made ? (
        <>
          <SecretShown secret={made.secret} />
          <dl className={classes.credentials}>
            <dt>{t('clientId')}</dt>
            <dd>
              <code className={`mono ${classes.id}`}>{made.clientId}</code>
              <CopyButton
                inline
                label={t('copyClientId', { name: form.values.name.trim() })}
                text={made.clientId}
              />
            </dd>
          </dl>
        </>
      ) : (
        <>
          <TextInput
            {...fields.field('name', t('nameRule'))}
            label={t('name')}
            withAsterisk
            autoComplete="off"
            data-autofocus
          />
          {grants('authCodes', codes)}
          {grants(
            'roles',
            palgoRoles.map((role) => ({
              code: role,
              label: roleName(`among.${role}`),
              description: roleName(`text.${role}`),
            })),
          )}
          <p className={classes.about}>{t('createText')}</p>
        </>
      )}
    </FormDialog>
  )
}
