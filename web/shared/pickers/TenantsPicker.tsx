import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import styles from './Picker.module.css'
import { pause, tenantOptions } from './TenantPicker.tsx'
import { words } from './words.ts'

interface Tenant {
  id: string
  name: string
}

interface TenantsPickerProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Organizations whose names are known. All others are shown by their id. */
  known: readonly Tenant[]
  label: string
  description?: ReactNode
  error?: ReactNode
}

/**
 * Field in which the user picks several organizations by parts of their names or by their ids. Only for
 * viewers who can search organizations.
 */
export function TenantsPicker({ value, onChange, known, ...props }: TenantsPickerProps) {
  const t = useTexts(words)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [picked, setPicked] = useState(known)
  const [q] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery({ ...tenantOptions(q), enabled: opened })
  const tenants = found.data ?? []
  const nameOf = (id: string) => [...picked, ...tenants].find((each) => each.id === id)?.name ?? id
  const others = tenants.filter(({ id }) => !value.includes(id))
  const nothing = found.isError ? 'tenantFailed' : found.isFetching ? 'searching' : 'tenantNone'

  return (
    <MultiSelect
      {...props}
      value={[...value]}
      data={[
        ...value.map((id) => ({ value: id, label: nameOf(id) })),
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(ids) => {
        setPicked(ids.map((id) => ({ id, name: nameOf(id) })))
        onChange(ids)
      }}
      hidePickedOptions
      searchable
      onSearchChange={setTyped}
      // The options are not filtered here, because the server has already filtered them.
      filter={({ options }) => options}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      nothingFoundMessage={t(nothing)}
      placeholder={value.length ? '' : t('tenantPlaceholder')}
      autoComplete="off"
      spellCheck={false}
      // Without a scroll area, the list element itself scrolls. Screen readers then associate the list with
      // the field.
      withScrollArea={false}
      classNames={{ options: styles.list }}
    />
  )
}
