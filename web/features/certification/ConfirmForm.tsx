import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconCheck } from '#icons'
import { required } from '../../../contract/required.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { dayOf, endOfDay, hasPassed } from '../../lib/time/days.ts'
import { DayField } from '../../shared/list/DayField.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { type Certification, confirmTenant, useCertificationsChanged } from './certifications.ts'
import classes from './Decision.module.css'
import { type Approval, draftOf, dropDraft, useDraft } from './drafts.ts'
import { words } from './words.ts'

export interface DecisionProps {
  certification: Certification
  /** Opens the next request. Undefined if this request is the last one. */
  onNext: (() => void) | undefined
}

export interface DecisionFormProps extends DecisionProps {
  /** The control that switches between approving and rejecting. */
  switcher: ReactNode
  /**
   * Handles errors that occur because the request has already been decided or withdrawn. Rethrows all other
   * errors.
   */
  refused: (error: unknown) => Promise<void>
}

const toggles = ['internal', 'uploadAudit'] as const

/**
 * Approves a request, which makes the applicant the owner of the organization. The reviewer can set the
 * expiry and options in the same step.
 */
export function ConfirmForm({ certification, switcher, refused, onNext }: DecisionFormProps) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useCertificationsChanged()
  const { id, name, applicant, tenant } = certification
  const set: Approval = {
    expireAt: tenant?.expireAt ? dayOf(tenant.expireAt) : '',
    internal: tenant?.internal ?? false,
    uploadAudit: tenant?.uploadAudit ?? false,
  }
  const fields = useFields({
    initial: draftOf(id).confirm ?? set,
    check: ({ expireAt }) => ({
      expireAt:
        expireAt && !endOfDay(expireAt)
          ? t('expireWrong')
          : hasPassed(expireAt)
            ? t('expirePast')
            : undefined,
    }),
    submit: async ({ expireAt, internal, uploadAudit }) => {
      try {
        await request(confirmTenant, {
          id: required(tenant, 'tenant').id,
          internal,
          uploadAudit,
          // Omit an unchanged expiry day, so that the stored time of day is retained.
          ...(expireAt !== set.expireAt && { expireAt: endOfDay(expireAt)?.toISOString() ?? null }),
        })
      } catch (error) {
        return refused(error)
      }
      dropDraft(id)
      toast('ok', t('confirmed', { name }))
      onNext?.()
      await changed()
    },
    refusal,
  })
  const { values } = fields.form
  const touched = Object.entries(values).some(([name, value]) => value !== set[name])
  useDraft(id, 'confirm', touched ? values : undefined, fields.pending)
  const day = fields.field('expireAt')
  return (
    <form {...fields.formProps} className={classes.form} aria-label={t('confirm')}>
      {fields.problem && (
        <Notice tone="err" role="alert">
          {fields.problem}
        </Notice>
      )}
      <div className={classes.line}>
        {switcher}
        <span className={classes.text}>{t('confirmText', { name: applicant?.name ?? t('unknown') })}</span>
      </div>
      <div className={classes.line} data-fields="">
        <DayField {...day} label={t('expireAt')} placeholder={t('forever')} className={classes.day} />
        {toggles.map((name) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: Switch renders the labeled input
          <label key={name} className={classes.toggle}>
            {t(name)}
            <Switch checked={values[name]} onChange={(checked) => fields.form.setFieldValue(name, checked)} />
          </label>
        ))}
        <Button
          type="submit"
          className={classes.action}
          data-decide
          loading={fields.pending}
          leftSection={<IconCheck size={16} stroke={1.6} aria-hidden />}
        >
          {t('confirmDo')}
        </Button>
      </div>
    </form>
  )
}
