import '@mantine/core/styles/Combobox.layer.css'
import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { graphql, request } from '../../lib/graphql.ts'
import { usePermission } from '../../lib/session/permission.ts'
import { useTexts } from '../../lib/texts.ts'
import styles from './Picker.module.css'
import { words } from './words.ts'

const findQuery = graphql(`
  query QueryTenant($q: String, $pageSize: Int!) {
    queryTenant(q: $q, pageSize: $pageSize, statusSet: [FINISH, EXPIRED]) { data { id name } }
  }
`)
const nameQuery = graphql(`
  query GetTenant($id: ID!) { getTenant(id: $id) { id name } }
`)

interface TenantPickerProps {
  /** Id of the chosen organization, or '' if none is chosen. */
  value: string
  /** `name` is the name of the organization, if it is known. */
  onChange: (id: string, name?: string) => void
  id?: string
  name?: string
  /** Missing if the page renders its own label for the input. The label refers to the input by `id`. */
  label?: string
  description?: ReactNode
  error?: ReactNode
  withAsterisk?: boolean
  disabled?: boolean
  placeholder?: string
}

/** Debounce of searches in ms. */
export const pause = 250

/** Whether the viewer can search all organizations. */
export const useTenantSearch = () => usePermission(['organization_list', 'certification_audit'])

/** Query options for the first organizations that match a search. */
export const tenantOptions = (q: string) =>
  queryOptions({
    queryKey: ['pick', 'tenants', q],
    queryFn: async ({ signal }) => (await request(findQuery, { q, pageSize: 20 }, signal)).queryTenant.data,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/**
 * Field in which the user picks one organization by a part of its name or by its id. Viewers who cannot
 * search organizations enter the complete id.
 */
export function TenantPicker(props: TenantPickerProps) {
  return useTenantSearch() ? <Search {...props} /> : <WholeId {...props} />
}

const nameOptions = (id: string) =>
  queryOptions({
    queryKey: ['pick', 'tenantName', id],
    queryFn: async ({ signal }) => (await request(nameQuery, { id }, signal)).getTenant,
    enabled: id !== '',
    staleTime: 60_000,
  })

/** Returns the name of an organization from the query cache, or undefined if no picker has loaded it. */
export const tenantNameKnown = (client: QueryClient, id: string): string | undefined =>
  client.getQueryData(nameOptions(id).queryKey)?.name

function Search({ value, onChange, placeholder, ...props }: TenantPickerProps) {
  const t = useTexts(words)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const known = useQuery({ ...nameOptions(value), enabled: value !== '' && value !== picked?.id })
  const chosen = value === picked?.id ? picked : known.data?.id === value ? known.data : undefined
  // While the field shows the name of the chosen organization, the options are not filtered by this name.
  const wanted = typed.trim() === chosen?.name ? '' : typed.trim()
  const [q] = useDebouncedValue(wanted, pause)
  const found = useQuery({ ...tenantOptions(q), enabled: opened })
  const tenants = found.data ?? []
  const shown = chosen && !tenants.some(({ id }) => id === chosen.id) ? [chosen, ...tenants] : tenants
  const nothing = found.isError ? 'tenantFailed' : found.isFetching ? 'searching' : 'tenantNone'

  return (
    <Select
      {...props}
      value={value || null}
      data={shown.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => {
        const tenant = shown.find((each) => each.id === id)
        setPicked(tenant)
        onChange(id ?? '', tenant?.name)
      }}
      searchable
      onSearchChange={setTyped}
      // The options are not filtered here, because the server has already filtered them.
      filter={({ options }) => options}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      nothingFoundMessage={t(nothing)}
      placeholder={placeholder ?? t('tenantPlaceholder')}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      allowDeselect={false}
      autoComplete="off"
      spellCheck={false}
      // Without a scroll area, the list element itself scrolls. Screen readers then associate the list with
      // the field.
      withScrollArea={false}
      classNames={{ options: styles.list }}
    />
  )
}

function WholeId({ value, onChange, placeholder, ...props }: TenantPickerProps) {
  const t = useTexts(words)
  return (
    <TextInput
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      placeholder={placeholder ?? t('tenantIdPlaceholder')}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
