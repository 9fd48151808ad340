import { required } from '../../../contract/required.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import { Pill, PillsInput, Popover } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { IconChevronDown } from '#icons'
import { limits } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import classes from './AreaField.module.css'
import { AreaPanel } from './AreaPanel.tsx'
import type { AreaPath } from './areaPaths.ts'
import { areaWithParts } from './areas.ts'
import { along, toggled } from './tree.ts'
import { useAreaKeys } from './useAreaKeys.ts'
import { words } from './words.ts'

interface Props {
  label: string
  value: readonly AreaPath[]
  onChange: (value: AreaPath[]) => void
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
}

/**
 * Field for the areas of an organization. The panel has a column for each level, starting with the provinces.
 * Areas of any level are selected by checkbox or found by name.
 */
export function AreaField({ label, value, onChange, description, error, disabled = false }: Props) {
  const t = useTexts(words)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chosen = value.filter((path) => path.length > 0)
  const { opened, query, keys, toggle, open, close, type, press } = useAreaInput({
    id,
    chosen,
    onChange,
    disabled,
  })

  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      closeOnClickOutside={false}
      closeOnEscape={false}
      position="bottom-start"
      width={keys.narrow ? 'target' : 'max-content'}
      shadow="md"
      radius={8}
      offset={4}
      returnFocus={false}
      withRoles={false}
      transitionProps={{ duration: 160 }}
    >
      <Popover.Target>
        <PillsInput
          id={id}
          label={label}
          withAsterisk={!disabled}
          description={description}
          error={error}
          disabled={disabled}
          pointer
          className={classes.field}
          rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => {
            input.current?.focus()
            open()
          }}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) close()
          }}
        >
          <Pill.Group gap={4}>
            <Chosen
              paths={chosen}
              disabled={disabled}
              onRemove={(path) => {
                toggle(path)
                input.current?.focus()
              }}
            />
            <Search
              ref={input}
              keys={keys}
              opened={opened}
              disabled={disabled}
              placeholder={disabled ? undefined : t(chosen.length ? 'more' : 'placeholder')}
              value={query}
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={press}
            />
          </Pill.Group>
        </PillsInput>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.panel}
        // Prevents a click from moving the focus out of the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        <AreaPanel id={id} label={label} keys={keys} query={query.trim()} chosen={chosen} onToggle={toggle} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface AreaInputOptions extends Required<Pick<Props, 'onChange' | 'disabled'>> {
  id: string
  chosen: AreaPath[]
}

/**
 * State and keyboard handling of the area field: the typed text, the open columns, and the selected areas.
 */
function useAreaInput({ id, chosen, onChange, disabled }: AreaInputOptions) {
  const [opened, setOpened] = useState(false)
  const [query, setQuery] = useState('')

  function toggle(path: AreaPath) {
    const next = toggled(chosen, path)
    if (next.length <= limits.areas) onChange(next)
  }
  const keys = useAreaKeys({ id, query: query.trim(), onToggle: toggle })

  function close() {
    setOpened(false)
    setQuery('')
  }
  function open() {
    if (disabled || opened) return
    keys.start(chosen.at(-1) ?? [])
    setOpened(true)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && opened) {
      if (query) setQuery('')
      else close()
    } else if (event.key === 'Backspace' && !query && chosen.length > 0) {
      onChange(chosen.slice(0, -1))
    } else if (!opened && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
      open()
    } else if (!opened || !keys.press(event.key)) {
      return
    }
    event.preventDefault()
  }

  function type(text: string) {
    setQuery(text)
    setOpened(true)
  }

  return { opened, query, keys, toggle, open, close, type, press }
}

type SearchProps = ComponentProps<typeof PillsInput.Field> & {
  keys: ReturnType<typeof useAreaKeys>
  opened: boolean
  disabled: boolean
}

/** Search input, which is placed after the selected areas. */
const Search = ({ keys, opened, disabled, ...input }: SearchProps) => (
  <PillsInput.Field
    {...input}
    className={classes.input}
    name="areas"
    role="combobox"
    aria-haspopup={input.value ? 'listbox' : 'tree'}
    // False if the search found nothing, because no list is rendered then.
    aria-expanded={opened && keys.lists !== undefined}
    aria-controls={opened ? keys.lists : undefined}
    aria-activedescendant={opened ? keys.activeId : undefined}
    aria-autocomplete="list"
    aria-required={!disabled}
    data-mantine-stop-propagation={opened || undefined}
    autoComplete="off"
    spellCheck={false}
    disabled={disabled}
    maxLength={limits.search}
  />
)

interface ChosenProps {
  paths: readonly AreaPath[]
  disabled: boolean
  onRemove: (path: AreaPath) => void
}

/** Shows the selected areas, each with the names of its parents. */
function Chosen({ paths, disabled, onRemove }: ChosenProps) {
  const t = useTexts(words)
  const ids = [...new Set(paths.map(([province]) => required(province, 'province')))]
  const provinces = useQueries({
    queries: ids.map((province) => areaWithParts(province)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  return paths.map((path) => {
    const names = along(provinces, path).map(({ name }) => name)
    const name = names.length === path.length ? names.join(' / ') : '…'
    return (
      <Pill
        key={path.join()}
        withRemoveButton={!disabled}
        onRemove={() => onRemove(path)}
        className={classes.pill}
        removeButtonProps={{ 'aria-hidden': false, tabIndex: 0, 'aria-label': t('remove', { name }) }}
      >
        {name}
      </Pill>
    )
  })
}
