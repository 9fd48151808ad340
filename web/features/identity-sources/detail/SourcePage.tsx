import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconKeyOff } from '#icons/page'
import { identitySourceKinds } from '../../../../contract/identity-sources.ts'
import { pageRoute } from '../../../lib/page.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { sourcesOptions } from '../sources.ts'
import { words as listWords } from '../words.ts'
import { SourceForm } from './SourceForm.tsx'
import { words } from './words.ts'

const route = pageRoute('signInMethod')
const newRoute = pageRoute('newSignInMethod')

/** /all-management/sign-in-methods/ID: the settings of one identity source. */
export function SourcePage() {
  const { id } = route.useParams()
  const query = useQuery(sourcesOptions)
  const source = query.data?.find((each) => each.id === id)
  if (source)
    return <SourceForm key={source.id} kind={source.kind} source={source} sources={query.data ?? []} />
  return query.data ? <Gone /> : <Loading query={query} />
}

/** /all-management/sign-in-methods/new: the form of a new identity source. */
export function NewSourcePage() {
  const search = newRoute.useSearch()
  const kind = identitySourceKinds.find((each) => each === search.kind)
  const query = useQuery(sourcesOptions)
  if (!kind) return <Gone />
  return query.data ? (
    <SourceForm key={kind} kind={kind} source={undefined} sources={query.data} />
  ) : (
    <Loading query={query} />
  )
}

function Loading({ query }: { query: Parameters<typeof LoadError>[0]['query'] }) {
  const t = useTexts(listWords)
  if (!query.error || query.isFetching) return <div aria-busy="true" />
  return (
    <Panel>
      <LoadError headingLevel={1} title={t('failed')} query={query} />
    </Panel>
  )
}

function Gone() {
  const t = useTexts(words)
  return (
    <Panel>
      <EmptyState
        icon={<IconKeyOff size={26} stroke={1.6} />}
        headingLevel={1}
        title={t('gone')}
        actions={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/all-management/sign-in-methods" {...props} />}
          >
            {t('back')}
          </Button>
        }
      >
        {t('goneText')}
      </EmptyState>
    </Panel>
  )
}
