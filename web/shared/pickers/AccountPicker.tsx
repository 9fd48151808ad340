import { CloseButton, Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { usePermission } from '../../lib/session/permission.ts'
import { useTexts } from '../../lib/texts.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { loginId, phoneDigits, shownPhone } from '../../ui/fields/digits.ts'
import styles from './Picker.module.css'
import { words } from './words.ts'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'

const pickedAccount = graphql(`
  fragment PickedAccount on Operator {
    id name
    profile { mobilePhone enabled }
  }
`)

const accountsQuery = graphql(
  `
  query PickAccount($loginId: String!, $name: String!, $byName: Boolean!) {
    exact: queryOperator(loginId: $loginId, pageSize: 1) { data { ...PickedAccount } }
    named: queryOperator(name: $name, pageSize: 8) @include(if: $byName) { data { ...PickedAccount } }
  }
`,
  [pickedAccount],
)

type FoundAccount = ResultOf<typeof pickedAccount>

/**
 * Query options for accounts with this phone number or username. If `byName` is true, accounts whose name
 * contains the text are also found.
 */
const accountsFound = (text: string, byName: boolean) =>
  queryOptions({
    queryKey: ['pick', 'account', text, byName],
    queryFn: async ({ signal }) => {
      const asked = { loginId: loginId(text) || text, name: text, byName }
      const { exact, named } = await request(accountsQuery, asked, signal)
      const found = [...exact.data, ...(named?.data ?? [])]
      return found.filter((row, index) => found.findIndex(({ id }) => id === row.id) === index)
    },
  })

export interface AccountChoice {
  id: string
  name: string
  /** Masked phone number, or null if the account has none. */
  mobilePhone: string | null
}

interface AccountPickerProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value: AccountChoice | null
  onChange: (account: AccountChoice | null) => void
}

/**
 * Field in which the user picks one enabled account by its complete phone number or username. Viewers with
 * access to all accounts can also search by name. For other viewers, the server limits the number of
 * searches, so a search starts only when the phone number is complete or they press Enter. Takes the props of
 * a `useFields` field.
 */
export function AccountPicker({ value, onChange, ...input }: AccountPickerProps) {
  const t = useTexts(words)
  const checks = useChecks()
  const byName = usePermission(['account_management', 'security_management'])
  const [text, setText] = useState('')
  const [entered, setEntered] = useState('')
  const typed = text.trim()
  const whole = byName ? typed : checks.phone(phoneDigits(typed)) ? entered : typed
  const [asked] = useDebouncedValue(whole, 250)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { data, error, isFetching } = useQuery({
    ...accountsFound(asked, byName),
    enabled: asked !== '' && !value,
  })
  const current = asked !== '' && asked === whole
  const found = current ? data : undefined

  // Selects the first option, so that Enter chooses it.
  const { selectFirstOption, openDropdown } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => {
    if (found?.length) selectFirstOption()
  }, [found])

  function pick(id: string) {
    const account = found?.find((each) => each.id === id)
    combobox.closeDropdown()
    if (!account) return
    setText('')
    setEntered('')
    onChange(picked(account))
  }

  return (
    <Combobox store={combobox} onOptionSubmit={pick} shadow="md" radius={8} width="target">
      <Combobox.Target>
        <TextInput
          {...input}
          value={value ? labelOf(value) : text}
          placeholder={byName ? t('accountByName') : t('accountByLogin')}
          maxLength={limits.search}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            const next = event.currentTarget.value
            // If the user edits the text of the chosen account, the account is no longer chosen.
            setText(value ? '' : next)
            setEntered('')
            if (value) onChange(null)
            openDropdown()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || byName || !typed) return
            if (entered === typed || value) return
            event.preventDefault()
            setEntered(typed)
            openDropdown()
          }}
          onBlur={(event) => {
            combobox.closeDropdown()
            input.onBlur?.(event)
          }}
          rightSection={
            value && (
              <CloseButton
                size="sm"
                aria-label={t('clear')}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChange(null)}
              />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown} hidden={value !== null || whole === ''}>
        <Combobox.Options className={styles.list} aria-label={String(input.label ?? '')}>
          {found?.map((account) => (
            <Option key={account.id} account={account} />
          ))}
          {!found?.length && (
            <Combobox.Empty className={styles.none}>
              {!current || isFetching ? t('searching') : error ? t('accountFailed') : t('accountNone')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Option({ account: { id, name, profile } }: { account: FoundAccount }) {
  const t = useTexts(words)
  return (
    <Combobox.Option value={id} disabled={!profile.enabled} className={styles.option}>
      <Initial name={name} size={24} />
      <span className={styles.name}>{name}</span>
      <span className={styles.about}>
        {profile.enabled ? shownPhone(profile.mobilePhone) : t('accountDisabled')}
      </span>
    </Combobox.Option>
  )
}

const picked = ({ id, name, profile }: FoundAccount): AccountChoice => ({
  id,
  name,
  mobilePhone: shownPhone(profile.mobilePhone),
})

const labelOf = ({ name, mobilePhone }: AccountChoice): string =>
  mobilePhone ? `${name} · ${mobilePhone}` : name
