import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { detailPath, type Kind, useApplicationsChanged } from '../applications.ts'
import { fieldNames, initialValues, useCheck, variablesOf } from '../applicationValues.ts'
import { createApplication } from '../mutations.ts'
import { words } from '../words.ts'
import { ApplicationFields } from './ApplicationFields.tsx'
import { SecretShown } from './SecretShown.tsx'

/**
 * Registers an application, with an optional preselected kind. If the application has a secret, the dialog
 * then shows it.
 */
export default function CreateApplication({ opened, onClose, rows: [kind] }: DialogProps<[kind?: Kind]>) {
  const t = useTexts(words)
  const check = useCheck()
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const navigate = useNavigate()
  const [made, setMade] = useState<{ id: string; name: string; secret: string }>()
  const leave = (id: string) => {
    onClose()
    void navigate({ to: detailPath, params: { id } })
  }
  const fields = useFields({
    initial: initialValues(undefined, kind),
    check,
    submit: async (values) => {
      if (made) return leave(made.id)
      const { name, ...variables } = variablesOf(values)
      const { kind, firstParty } = values
      const { createApplication: answer } = await request(createApplication, {
        ...{ kind, name, firstParty },
        ...variables,
      })
      toast('ok', t('created2', { name }))
      await changed()
      const { id } = answer.application
      if (answer.secret) setMade({ id, name, secret: answer.secret })
      else leave(id)
    },
    refusal: (error) => {
      const { fields: wrong, ...rest } = refusal(error)
      return { ...rest, fields: fieldNames(wrong) }
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={made ? () => leave(made.id) : onClose}
      title={made ? t('secretOf', { name: made.name }) : t('create')}
      fields={fields}
      submit={made ? t('close') : t('create')}
      final={made !== undefined}
    >
      {made ? <SecretShown secret={made.secret} /> : <ApplicationFields fields={fields} create />}
    </FormDialog>
  )
}
