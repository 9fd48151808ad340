import { useQuery } from '@tanstack/react-query'
import { applicationKinds } from '../../../contract/states.ts'
import { useTexts } from '../../lib/texts.ts'
import type { QuickView } from '../../shared/list/views/quick.ts'
import { words as listWords } from '../../shared/list/words.ts'
import { countsOptions } from './applications.ts'
import { words } from './words.ts'

/** All applications, and those of each kind, with how many there are under what is searched for. */
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
