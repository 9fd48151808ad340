import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { type ResultOf, request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { loginId as plainLoginId } from '../../../ui/fields/digits.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { typed } from '../../../ui/fields/typed.ts'
import { findMember } from '../mutations.ts'
import type { Tenant } from '../tenant.ts'
import { words } from '../words.ts'
import HandOver from './HandOver.tsx'

type Found = ResultOf<typeof findMember>['queryOperator']['data'][number]

/** Whom to hand the organization to: a member, by phone or user name; then the handing over itself. */
export default function ChooseOwner({ rows: [tenant], opened, onClose }: DialogProps<[Tenant]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const [found, setFound] = useState<Found>()
  const fields = useFields({
    initial: { loginId: '' },
    check: ({ loginId }) => ({ loginId: loginId ? undefined : t('add.loginIdEmpty') }),
    submit: async ({ loginId }): Promise<void> => {
      const variables = { loginId, tenantId: tenant.id, tenantIdSet: [tenant.id] }
      const [account] = (await request(findMember, variables)).queryOperator.data
      if (!account) return fields.show({ loginId: t('handOver.notMember') })
      if (account.member?.owner) return fields.show({ loginId: t('handOver.self') })
      setFound(account)
    },
    refusal,
  })
  const field = fields.field('loginId', t('handOver.chooseText'))

  if (found) return <HandOver rows={[found]} opened={opened} onClose={onClose} />
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('handOver.title')}
      width={440}
      fields={fields}
      submit={t('add.find')}
    >
      <TextInput
        {...field}
        {...typed(plainLoginId, field.onChange)}
        label={t('handOver.choose')}
        withAsterisk
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  )
}
