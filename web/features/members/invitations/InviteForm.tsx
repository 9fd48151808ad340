import '@mantine/core/styles/Chip.layer.css'
import { Button, Chip } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { limits } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import { NumberField, wholeNumber } from '../../../ui/fields/NumberField.tsx'
import { createJoinCode } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Invite.module.css'
import { joinCodesOptions } from './joinCodes.ts'
import type { NewCode } from './NewJoinCode.tsx'

const presets = [
  ['invite.hour', 60],
  ['invite.day', 1_440],
  ['invite.week', 10_080],
  ['invite.month', 43_200],
] as const

function within(text: string, { min, max }: { min: number; max: number }): boolean {
  const number = wholeNumber(text)
  return number !== null && number >= min && number <= max
}

/** How long and how often a new code works. */
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
    initial: { expireAtByMinute: '1440', maxUses: '' },
    check: ({ expireAtByMinute, maxUses }) => ({
      expireAtByMinute: within(expireAtByMinute, limits.joinCode.minutes)
        ? undefined
        : t('invite.minutesRule'),
      maxUses: !maxUses || within(maxUses, limits.joinCode.uses) ? undefined : t('invite.usesWrong'),
    }),
    submit: async ({ expireAtByMinute, maxUses }) => {
      const { createTenantJoinCode } = await request(createJoinCode, {
        tenantId,
        expireAtByMinute: Number(expireAtByMinute),
        maxUses: maxUses ? Number(maxUses) : null,
      })
      onCreated(createTenantJoinCode)
      await client.invalidateQueries(joinCodesOptions(tenantId))
    },
    refusal,
  })
  useUnsaved(fields.form.isDirty() && !fields.pending)
  const minutes = fields.field('expireAtByMinute', t('invite.minutesRule'))
  const uses = fields.field('maxUses', t('invite.usesRule'))

  return (
    <form {...fields.formProps} className={classes.part} aria-label={t('invite.create')}>
      <p className={classes.text}>{t('invite.text')}</p>
      {fields.problem && (
        <Notice tone="err" role="alert">
          {fields.problem}
        </Notice>
      )}
      <fieldset className={classes.presets}>
        <legend className={classes.label}>{t('invite.minutes')}</legend>
        <Chip.Group value={minutes.value} onChange={(value) => minutes.onChange(value as string)}>
          {presets.map(([label, value]) => (
            <Chip key={value} value={String(value)} variant="outline">
              {t(label)}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      <div className={classes.pair}>
        <NumberField {...minutes} label={t('invite.inMinutes')} withAsterisk />
        <NumberField {...uses} label={t('invite.uses')} />
      </div>
      <div className={classes.actions}>
        <Button type="submit" loading={fields.pending}>
          {t('invite.create')}
        </Button>
      </div>
    </form>
  )
}
