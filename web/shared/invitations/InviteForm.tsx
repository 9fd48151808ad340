import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { useUnsaved } from '../../ui/dialogs/unsaved.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFields } from '../../ui/fields/form.ts'
import { NumberField, wholeNumber } from '../../ui/fields/NumberField.tsx'
import { OneOf } from './Chips.tsx'
import { GrantFields, type InvitationGrants } from './GrantFields.tsx'
import classes from './Invite.module.css'
import { createJoinCode, joinCodesOptions, type NewCode } from './joinCodes.ts'
import { words } from './words.ts'

const lifetimes = [
  ['hour', '60'],
  ['day', '1440'],
  ['week', '10080'],
  ['month', '43200'],
] as const
const numbersOfUses = [1, 10, 100]

function within(text: string, { min, max }: { min: number; max: number }): boolean {
  const number = wholeNumber(text)
  return number !== null && number >= min && number <= max
}

/** Form that creates an invitation code, with fields for lifetime, number of uses and permissions. */
export function InviteForm({
  tenantId,
  onCreated,
}: {
  tenantId: string
  onCreated: (code: NewCode) => void
}) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const client = useQueryClient()
  const fields = useFields({
    initial: {
      expireAtByMinute: '10080',
      maxUses: '10',
      grants: { roles: [], authCodes: [] } as InvitationGrants,
    },
    check: ({ expireAtByMinute, maxUses }) => ({
      expireAtByMinute: within(expireAtByMinute, limits.joinCode.minutes) ? undefined : t('minutesRule'),
      maxUses: !maxUses || within(maxUses, limits.joinCode.uses) ? undefined : t('usesWrong'),
    }),
    submit: async ({ expireAtByMinute, maxUses, grants: { roles, authCodes } }) => {
      const { createTenantJoinCode } = await request(createJoinCode, {
        tenantId,
        expireAtByMinute: Number(expireAtByMinute),
        maxUses: maxUses ? Number(maxUses) : null,
        roles: [...roles],
        authCodes: [...authCodes],
      })
      onCreated(createTenantJoinCode)
      await client.invalidateQueries(joinCodesOptions(tenantId))
    },
    refusal,
  })
  const { form } = fields
  useUnsaved(form.isDirty() && !fields.pending)

  return (
    <form {...fields.formProps} className={classes.part} aria-label={t('create')}>
      <p className={classes.text}>{t('text')}</p>
      {fields.problem && (
        <Notice tone="err" role="alert">
          {fields.problem}
        </Notice>
      )}
      <div className={classes.pair}>
        <NumberChoice
          {...fields.field('expireAtByMinute', t('minutesRule'))}
          legend={t('minutes')}
          aria-label={t('inMinutes')}
          choices={lifetimes.map(([label, value]) => ({ value, label: t(label) }))}
        />
        <NumberChoice
          {...fields.field('maxUses', t('usesRule'))}
          legend={t('uses')}
          aria-label={t('uses')}
          choices={[
            ...numbersOfUses.map((count) => ({ value: String(count), label: t('times', { count }) })),
            { value: '', label: t('unlimited') },
          ]}
        />
      </div>
      <GrantFields value={form.values.grants} onChange={(grants) => form.setFieldValue('grants', grants)} />
      <div className={classes.actions}>
        <Button type="submit" loading={fields.pending}>
          {t('create')}
        </Button>
      </div>
    </form>
  )
}

interface Props extends ComponentProps<typeof NumberField> {
  legend: string
  /** Accessible name of the field, which has no visible label. */
  'aria-label': string
  choices: readonly { value: string; label: string }[]
}

/** Number field with chips for the most common values, and an input for any other value. */
function NumberChoice({ legend, choices, ...field }: Props) {
  return (
    <div className={classes.choice}>
      <OneOf legend={legend} choices={choices} value={field.value} onChange={field.onChange} />
      <NumberField {...field} inputWrapperOrder={['label', 'input', 'error', 'description']} />
    </div>
  )
}
