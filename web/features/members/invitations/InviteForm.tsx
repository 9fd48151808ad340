import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { limits } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import { wholeNumber } from '../../../ui/fields/NumberField.tsx'
import { createJoinCode } from '../mutations.ts'
import { words } from '../words.ts'
import { type Gift, GiftFields } from './Gift.tsx'
import classes from './Invite.module.css'
import { joinCodesOptions, type NewCode } from './joinCodes.ts'
import { NumberChoice } from './NumberChoice.tsx'

const lifetimes = [
  ['invite.hour', '60'],
  ['invite.day', '1440'],
  ['invite.week', '10080'],
  ['invite.month', '43200'],
] as const
const numbersOfUses = [1, 10, 100]

function within(text: string, { min, max }: { min: number; max: number }): boolean {
  const number = wholeNumber(text)
  return number !== null && number >= min && number <= max
}

/** How long and how often a new code works, and what it gives. */
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
    initial: { expireAtByMinute: '10080', maxUses: '10', gift: { roles: [], authCodes: [] } as Gift },
    check: ({ expireAtByMinute, maxUses }) => ({
      expireAtByMinute: within(expireAtByMinute, limits.joinCode.minutes)
        ? undefined
        : t('invite.minutesRule'),
      maxUses: !maxUses || within(maxUses, limits.joinCode.uses) ? undefined : t('invite.usesWrong'),
    }),
    submit: async ({ expireAtByMinute, maxUses, gift: { roles, authCodes } }) => {
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
    <form {...fields.formProps} className={classes.part} aria-label={t('invite.create')}>
      <p className={classes.text}>{t('invite.text')}</p>
      {fields.problem && (
        <Notice tone="err" role="alert">
          {fields.problem}
        </Notice>
      )}
      <div className={classes.pair}>
        <NumberChoice
          {...fields.field('expireAtByMinute', t('invite.minutesRule'))}
          legend={t('invite.minutes')}
          aria-label={t('invite.inMinutes')}
          choices={lifetimes.map(([label, value]) => ({ value, label: t(label) }))}
        />
        <NumberChoice
          {...fields.field('maxUses', t('invite.usesRule'))}
          legend={t('invite.uses')}
          aria-label={t('invite.uses')}
          choices={[
            ...numbersOfUses.map((count) => ({ value: String(count), label: t('invite.times', { count }) })),
            { value: '', label: t('invite.unlimited') },
          ]}
        />
      </div>
      <GiftFields value={form.values.gift} onChange={(gift) => form.setFieldValue('gift', gift)} />
      <div className={classes.actions}>
        <Button type="submit" loading={fields.pending}>
          {t('invite.create')}
        </Button>
      </div>
    </form>
  )
}
