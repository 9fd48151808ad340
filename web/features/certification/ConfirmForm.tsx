import { Button } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import type { ReactNode } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { useFields } from '../../ui/form.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { confirmTenant, useApplicationsChanged } from './applications.ts'
import classes from './Decision.module.css'
import type { DecisionProps } from './Decision.tsx'

export interface WayProps extends DecisionProps {
  /** The choice between the two. */
  ways: ReactNode
  /** Takes what another reviewer's decision brought about; throws everything else. */
  refused: (error: unknown) => Promise<void>
}

export function ConfirmForm({ application, ways, refused, onNext }: WayProps) {
  const t = useTexts('certification')
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const { name, applicant, tenant } = application
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      try {
        await request(confirmTenant, { id: tenant!.id })
      } catch (error) {
        return refused(error)
      }
      toast('ok', t('confirmed', { name }))
      onNext?.()
      await changed()
    },
    refusal,
  })
  return (
    <form {...fields.formProps} className={classes.form} aria-label={t('confirm')}>
      {fields.problem && (
        <Notice tone="err" role="alert">
          {fields.problem}
        </Notice>
      )}
      <div className={classes.line}>
        {ways}
        <span className={classes.text}>{t('confirmText', { name: applicant?.name ?? t('unknown') })}</span>
        <Button
          type="submit"
          className={classes.deed!}
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
