import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { pageRoute } from '../../lib/page.ts'
import { useTexts } from '../../lib/texts.ts'
import { List } from '../../shared/list/List.tsx'
import { useListSearch } from '../../shared/list/useListSearch.ts'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import classes from './FiguresPanel.module.css'
import { FiguresPanel } from './FiguresPanel.tsx'
import { smsRules } from './search.ts'
import { type SmsRow, sms } from './sms.ts'
import { useSmsColumns, useSmsFilters } from './smsColumns.tsx'
import { words } from './words.ts'

const route = pageRoute('sms')
const nameOf = ({ mobilePhone, id }: SmsRow) => mobilePhone ?? id

/** /all-management/sms: the text messages sent by the platform, with their status. */
export function SmsPage() {
  const t = useTexts(words)
  const state = useListSearch(smsRules, route.useSearch())
  const query = useQuery(sms.page(state))
  const filters = useSmsFilters()
  const { go, filters: chosen } = state
  const only = useCallback((template: string) => go({ filters: { ...chosen, template } }), [go, chosen])
  const columns = useSmsColumns(only)
  return (
    <>
      <PageHeader title={t('title')} context={t('context')} />
      <div className={classes.page}>
        <FiguresPanel />
      </div>
      <List
        name="sms"
        label={t('title')}
        query={query}
        state={state}
        filters={filters}
        columns={columns}
        rowName={nameOf}
        empty={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      />
    </>
  )
}
