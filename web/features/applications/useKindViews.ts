import { useQuery } from '@tanstack/react-query'
import { applicationKinds } from '../../../contract/states.ts'
import { useTexts } from '../../lib/texts.ts'
import type { QuickView } from '../../shared/list/views/quick.ts'
import { words as listWords } from '../../shared/list/words.ts'
import { countsOptions } from './applications.ts'
import { words } from './words.ts'

/** Predefined views: all applications, and one per kind, with counts that match the search. */
export function useKindViews(q: string): QuickView[] {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const { data } = useQuery(countsOptions(q))
  const all = { key: 'all', label: list('all'), count: data?.all, filters: { kind: '' }, sort: null }
  const ofKinds = applicationKinds.map((kind) => ({
    key: kind,
    label: t(`kind.${kind}`),
    count: data?.[kind],
    filters: { kind },
    sort: null,
  }))
  return [all, ...ofKinds]
}
