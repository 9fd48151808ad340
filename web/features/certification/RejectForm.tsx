import { Button, Textarea } from '@mantine/core'
import { IconCheck } from '#icons'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'
import type { DecisionFormProps } from './ConfirmForm.tsx'
import { rejectTenant, useCertificationsChanged } from './certifications.ts'
import classes from './Decision.module.css'
import { draftOf, dropDraft, useDraft } from './drafts.ts'
import { words } from './words.ts'

const presets = ['name', 'papers', 'contact', 'area', 'twice'] as const
const { max } = limits.rejectReason

export function RejectForm({ certification, switcher, refused, onNext }: DecisionFormProps) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useCertificationsChanged()
  const { id, name, tenant } = certification
  const fields = useFields({
    initial: { reject: draftOf(id).reject ?? '' },
    check: ({ reject }) => ({ reject: reject.trim() ? checks.text(reject, max) : t('reasonEmpty') }),
    submit: async ({ reject }) => {
      try {
        await request(rejectTenant, { id: required(tenant, 'tenant').id, reject: reject.trim() })
      } catch (error) {
        return refused(error)
      }
      dropDraft(id)
      toast('ok', t('rejected', { name }))
      onNext?.()
      await changed()
    },
    refusal,
  })
  const { form } = fields
  const reason = form.values.reject
  useDraft(id, 'reject', reason || undefined, fields.pending)

  /** Adds a suggested reason to the text, or removes the reason if the text already contains it. */
  function toggle(words: string) {
    const rest = reason.split(words).join('').trim()
    form.setFieldValue(
      'reject',
      reason.includes(words) ? rest : [reason.trim(), words].filter(Boolean).join(' '),
    )
  }

  return (
    <form {...fields.formProps} className={classes.form} aria-label={t('reject')}>
      {fields.problem && (
        <Notice tone="err" role="alert">
          {fields.problem}
        </Notice>
      )}
      <div className={classes.line}>
        {switcher}
        <fieldset className={classes.presets} aria-label={t('presets')}>
          {presets.map((preset) => {
            const words = t(`preset.${preset}.text`)
            const taken = reason.includes(words)
            return (
              <button
                key={preset}
                type="button"
                className={classes.preset}
                aria-pressed={taken}
                onClick={() => toggle(words)}
              >
                {taken && <IconCheck size={14} stroke={1.6} aria-hidden />}
                {t(`preset.${preset}`)}
              </button>
            )
          })}
        </fieldset>
      </div>
      <div className={classes.line} data-top="">
        <Textarea
          {...fields.field(
            'reject',
            `${t('reasonHint')} · ${t('reasonCount', { count: [...reason].length, max })}`,
          )}
          className={classes.reason}
          aria-label={t('reason')}
          placeholder={t('reason')}
          rows={2}
          data-decide
        />
        <Button type="submit" color="red" className={classes.action} loading={fields.pending}>
          {t('rejectDo')}
        </Button>
      </div>
    </form>
  )
}
