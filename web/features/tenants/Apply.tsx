import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Locale } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { request } from '../../lib/graphql.ts'
import { type Auth, type AuthTenant, refreshSession, useSession } from '../../lib/session/session.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { DocumentsField } from '../../shared/documents/DocumentsField.tsx'
import { useDocuments } from '../../shared/documents/useDocuments.ts'
import { useFilled } from '../../shared/documents/useFilled.ts'
import { AreasField, ContactFields, NameField } from '../../shared/tenant-form/TenantFields.tsx'
import {
  type TenantValues,
  tenantValues,
  tenantVariables,
  useTenantChecks,
  useTenantRefusal,
} from '../../shared/tenant-form/tenantValues.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { nationalPhone } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import classes from './Tenants.module.css'
import {
  type Certification,
  certificationOptions,
  prepareTenant,
  rePrepareTenant,
  updateTenant,
} from './tenants.ts'
import { words } from './words.ts'

interface CertificationValues extends TenantValues {
  reference: string
}

/** Returns the initial values of a new request. The contact defaults to the applicant. */
function firstValues({ name, profile }: Auth, locale: Locale): CertificationValues {
  const { firstName, lastName, mobilePhone, email, emailVerified } = profile
  const chinese = locale === 'zh-CN'
  const realName = (chinese ? [lastName, firstName] : [firstName, lastName])
    .filter(Boolean)
    .join(chinese ? '' : ' ')
  return {
    name: '',
    areas: [],
    contactName: realName || name,
    contactPhone: nationalPhone(mobilePhone),
    contactEmail: (emailVerified && email) || '',
    reference: '',
  }
}

/** Returns the form values of an existing request. */
const presentValues = (application: Certification): CertificationValues => ({
  ...tenantValues(application),
  reference: application.reference ?? '',
})

/** Returns the variables that the mutations prepareTenant and updateTenant share. */
const variablesOf = (values: CertificationValues) => ({
  ...tenantVariables(values),
  reference: values.reference.trim() || null,
})

/** Submits a new organization request or, if `again` is set, edits and resubmits this rejected request. */
export default function Apply({ rows: [again], opened, onClose }: DialogProps<[again?: AuthTenant]>) {
  const t = useTexts(words)
  const common = useCommonWords()
  const { auth } = useSession()
  const locale = useLocale()
  const checks = useChecks()
  const tenantChecks = useTenantChecks()
  const { data, error, isFetching, refetch } = useQuery({
    ...certificationOptions(again?.id ?? ''),
    enabled: again !== undefined,
  })
  const ready = !again || data
  const failed = !ready && !isFetching
  const papers = useDocuments()

  const fields = useFields({
    initial: { ...firstValues(auth, locale), papers: [] as readonly string[] },
    check: (values) =>
      failed
        ? {}
        : {
            ...tenantChecks(values),
            reference: checks.text(values.reference, limits.reference),
            papers: papers.fault(),
          },
    submit: async (values) => {
      if (failed) return void (await refetch())
      if (data) {
        await request(updateTenant, { id: data.id, uploadAudit: data.uploadAudit, ...variablesOf(values) })
        await request(rePrepareTenant, { id: data.id, paperIds: papers.ids })
      } else {
        await request(prepareTenant, { ...variablesOf(values), paperIds: papers.ids })
      }
      // `refreshSession` does not throw, so a failed refresh does not look like a failed request.
      await refreshSession()
      onClose()
      toast('ok', t(again ? 'again.done' : 'apply.done'))
    },
    refusal: useTenantRefusal(),
  })

  const { form } = fields
  useFilled(data ?? undefined, form, papers, presentValues)

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(again ? 'again' : 'apply')}
      fields={fields}
      submit={failed ? common.retry : t(again ? 'again.submit' : 'apply.submit')}
    >
      {!again && <Notice>{t('apply.intro')}</Notice>}
      {data?.reject && (
        <Notice tone="err" title={t('rejectReason')}>
          {data.reject}
        </Notice>
      )}
      {ready ? (
        <>
          <NameField
            fields={fields}
            saved={data?.name}
            rule={t('apply.nameRule', limits.name)}
            autoComplete="own"
          />
          <AreasField fields={fields} rule={t('apply.areasRule')} />
          <ContactFields fields={fields} autoComplete="own" />
          <TextInput
            {...fields.field('reference', t('apply.referenceRule', { max: limits.reference }))}
            label={t('apply.reference')}
            autoComplete="off"
          />
          <DocumentsField papers={papers} error={form.errors.papers} />
        </>
      ) : failed ? (
        <ErrorState title={t('apply.loadFailed')} error={error} />
      ) : (
        <div className={classes.loading} aria-busy="true">
          {[96, 72, 56, 64, 80].map((width) => (
            <div key={width}>
              <Bar width={width} />
              <Bar height={32} />
            </div>
          ))}
        </div>
      )}
    </FormDialog>
  )
}
