import { ActionIcon, Input } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { limits } from '../../contract/limits.ts'
import { useTexts } from '../lib/texts.ts'
import { Select } from '../ui/Select.tsx'
import classes from './AreaField.module.css'
import { type Area, areaWithParts, topAreas } from './areas.ts'
import type { AreaPath } from './paths.ts'

interface Props {
  label: string
  value: readonly AreaPath[]
  onChange: (value: AreaPath[]) => void
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
}

/** The areas of an organization: a line for each, from the province down as far as one cares to say. */
export function AreaField({ label, value, onChange, description, error, disabled = false }: Props) {
  const t = useTexts('areas')
  const id = useId()
  const lines = value.length > 0 ? value : [[]]
  const change = (index: number, path: AreaPath) => onChange(lines.with(index, path))

  return (
    <fieldset className={classes.areas} aria-describedby={id}>
      <legend className={classes.legend}>
        {label} {!disabled && <span aria-hidden>*</span>}
      </legend>
      {lines.map((path, index) => (
        // A line is what stands at its place: nothing of it is kept elsewhere.
        <div key={index} className={classes.area}>
          <Levels
            path={path}
            invalid={Boolean(error) && path.length === 0}
            disabled={disabled}
            onChange={(next) => change(index, next)}
          />
          {lines.length > 1 && !disabled && (
            <ActionIcon
              aria-label={t('remove', { number: index + 1 })}
              onClick={() => onChange(lines.filter((_, at) => at !== index))}
            >
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      ))}
      <div id={id} className={classes.areaHint}>
        {error ? (
          <Input.Error>{error}</Input.Error>
        ) : (
          description && <Input.Description>{description}</Input.Description>
        )}
      </div>
      {!disabled && lines.at(-1)!.length > 0 && lines.length < limits.areas && (
        <button type="button" className={`link ${classes.addArea}`} onClick={() => onChange([...lines, []])}>
          <IconPlus size={14} stroke={1.6} aria-hidden />
          {t('add')}
        </button>
      )}
    </fieldset>
  )
}

interface LevelsProps {
  path: AreaPath
  invalid: boolean
  disabled: boolean
  onChange: (path: AreaPath) => void
}

/** One select for each level: the next one appears where the chosen area has parts. */
function Levels({ path, invalid, disabled, onChange }: LevelsProps) {
  const t = useTexts('areas')
  const [province] = path
  const top = useQuery(topAreas)
  const parts = useQuery({ ...areaWithParts(province ?? ''), enabled: province !== undefined })
  const levels = [top.data ?? [], ...partsOf(parts.data ?? undefined, path)]
  const names = [t('province'), t('city'), t('district')]

  if (top.isError || parts.isError)
    return (
      <div className={classes.areaFailed} role="alert">
        {t('failed')}{' '}
        <button
          type="button"
          className="link"
          onClick={() => void (top.isError ? top.refetch() : parts.refetch())}
        >
          {t('retry')}
        </button>
      </div>
    )
  return (
    <div className={classes.levels}>
      {levels.map((areas, level) => (
        <Select
          key={level}
          name={level === 0 ? 'areas' : undefined}
          aria-label={names[level]}
          aria-required={level === 0}
          error={invalid && level === 0}
          disabled={disabled || areas.length === 0}
          value={path[level] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(value ? [...path.slice(0, level), value] : path.slice(0, level))
          }
          data={[
            { value: '', label: names[level]! },
            ...areas.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ))}
    </div>
  )
}

/** The parts to choose from below each chosen area; the next level's too, where there is one. */
function partsOf(area: Area | undefined, [, ...rest]: AreaPath): (readonly Area[])[] {
  if (!area?.children?.length) return []
  const next = area.children.find(({ id }) => id === rest[0])
  return [area.children, ...(next ? partsOf(next, rest) : [])]
}
