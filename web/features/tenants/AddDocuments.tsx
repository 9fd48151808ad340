import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/graphql.ts'
import type { AuthTenant } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { DocumentsField } from '../../shared/documents/DocumentsField.tsx'
import { useDocuments } from '../../shared/documents/useDocuments.ts'
import { useFilled } from '../../shared/documents/useFilled.ts'
import { words } from '../../shared/documents/words.ts'
import { useTenantRefusal } from '../../shared/tenant-form/tenantValues.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'
import { certificationOptions, updateTenantPapers } from './tenants.ts'

const nothingElse = () => ({})

/** Adds missing documents to a pending request. */
export default function Documents({ rows: [tenant], opened, onClose }: DialogProps<[AuthTenant]>) {
  const t = useTexts(words)
  const common = useCommonWords()
  const { data, error, isFetching, refetch } = useQuery(certificationOptions(tenant.id))
  const failed = !data && !isFetching
  const papers = useDocuments()
  const fields = useFields({
    initial: { papers: [] as readonly string[] },
    check: () => ({ papers: failed ? undefined : papers.fault() }),
    submit: async () => {
      if (failed) return void (await refetch())
      await request(updateTenantPapers, { id: tenant.id, paperIds: papers.ids })
      onClose()
      toast('ok', t('moreDone'), 'tenant')
    },
    refusal: useTenantRefusal(),
  })
  const { form } = fields
  useFilled(data ?? undefined, form, papers, nothingElse)

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('more')}
      fields={fields}
      submit={failed ? common.retry : t('moreSubmit')}
    >
      {data ? (
        <>
          <Notice>{t('moreIntro')}</Notice>
          <DocumentsField papers={papers} error={form.errors.papers} />
        </>
      ) : failed ? (
        <ErrorState title={t('notShown')} error={error} />
      ) : (
        <div aria-busy="true">
          <Bar height={120} />
        </div>
      )}
    </FormDialog>
  )
}
