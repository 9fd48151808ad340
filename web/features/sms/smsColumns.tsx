import { useMemo } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import type { Column } from '../../shared/list/columns/column.ts'
import type { FilterField } from '../../shared/list/FilterForm.tsx'
import { filterFields } from '../../shared/list/filterFields.ts'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import { usePhone } from '../../ui/layout/usePhone.ts'
import styles from './Sms.module.css'
import { smsRules } from './search.ts'
import type { SmsRow } from './sms.ts'
import { templates, words } from './words.ts'

const tones = { SENT: 'ok', UNANSWERED: 'warn', REFUSED: 'err', EXPIRED: 'err', EXHAUSTED: 'err' } as const

/**
 * Returns a function that maps a template to its label. A template that this version of the console does not
 * know is shown by its technical name.
 */
function useTemplateName() {
  const t = useTexts(words)
  return (template: string) =>
    (templates as readonly string[]).includes(template)
      ? t(`template.${template as (typeof templates)[number]}`)
      : template
}

/** Returns the columns of the list. `only` filters the list by a template. */
export function useSmsColumns(only: (template: string) => void): readonly Column<SmsRow>[] {
  const t = useTexts(words)
  const phone = usePhone()
  const templateName = useTemplateName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other functions change only with the language
  return useMemo(
    () => [
      {
        key: 'phone',
        label: t('phone'),
        bar: 120,
        card: 'title',
        cell: ({ mobilePhone, template, reason }) => (
          <>
            <span className="tabular">{mobilePhone ?? t('erased')}</span>
            {phone && (
              <span className={styles.under}>
                {[templateName(template), reason].filter(Boolean).join(' · ')}
              </span>
            )}
          </>
        ),
      },
      {
        key: 'template',
        label: t('what'),
        bar: 110,
        cell: ({ template }) => (
          <button type="button" className="link" onClick={() => only(template)}>
            {templateName(template)}
          </button>
        ),
      },
      {
        key: 'status',
        label: t('status'),
        bar: 80,
        card: 'state',
        cell: ({ status, receipt }) => (
          <StatusText tone={receipt === 'UNDELIVERED' ? 'err' : tones[status]}>
            {receipt ? t(`receipt.${receipt}`) : t(`status.${status}`)}
          </StatusText>
        ),
      },
      { key: 'reason', label: t('reason'), bar: 120, max: 260, cell: ({ reason }) => reason },
      { key: 'provider', label: t('provider'), bar: 64, cell: ({ provider }) => provider },
      {
        key: 'time',
        label: t('time'),
        bar: 96,
        card: 'end',
        cell: ({ dateTime }) => <TimeText className="tabular" at={dateTime} as="recent" />,
      },
    ],
    [t, only, phone],
  )
}

export function useSmsFilters(): FilterField[] {
  const t = useTexts(words)
  const templateName = useTemplateName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `templateName` changes only with the language
  return useMemo(
    () =>
      filterFields(smsRules, {
        phone: { label: t('phone'), placeholder: t('phonePlaceholder') },
        template: {
          label: t('what'),
          options: templates.map((value) => ({ value, label: templateName(value) })),
        },
        status: { label: t('status'), option: (value) => t(`status.${value}`) },
        receipt: { label: t('receipt'), option: (value) => t(`receipt.${value}`) },
        provider: {
          label: t('provider'),
          options: ['aliyun', 'tencent', 'https', 'file', 'log'].map((value) => ({ value, label: value })),
        },
        from: { until: 'to', label: t('time') },
        to: false,
      }),
    [t],
  )
}
