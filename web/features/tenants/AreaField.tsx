import { ActionIcon, Input, NativeSelect } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import { type Area, areaWithParts, topAreas } from './areas.ts'
import classes from './Tenants.module.css'

/** A chosen area, from the top level down; empty while nothing is chosen. */
export type AreaPath = readonly string[]

interface Props {
  label: string
  value: readonly AreaPath[]
  onChange: (value: AreaPath[]) => void
  description?: ReactNode
  error?: ReactNode
}

/** The areas of an organization: a line for each, from the province down as far as one cares to say. */
export function AreaField({ label, value, onChange, description, error }: Props) {
  const t = useTexts('tenants')
  const id = useId()
  const lines = value.length > 0 ? value : [[]]
  const change = (index: number, path: AreaPath) => onChange(lines.with(index, path))

  return (
    <fieldset className={classes.areas} aria-describedby={id}>
      <legend className={classes.legend}>
        {label} <span aria-hidden>*</span>
      </legend>
      {lines.map((path, index) => (
        // A line is what stands at its place: nothing of it is kept elsewhere.
        <div key={index} className={classes.area}>
          <Levels
            path={path}
            invalid={Boolean(error) && path.length === 0}
            onChange={(next) => change(index, next)}
          />
          {lines.length > 1 && (
            <ActionIcon
              aria-label={t('areas.remove', { number: index + 1 })}
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
      {lines.at(-1)!.length > 0 && lines.length < limits.areas && (
        <button type="button" className={`link ${classes.addArea}`} onClick={() => onChange([...lines, []])}>
          <IconPlus size={14} stroke={1.6} aria-hidden />
          {t('areas.add')}
        </button>
      )}
    </fieldset>
  )
}

interface LevelsProps {
  path: AreaPath
  invalid: boolean
  onChange: (path: AreaPath) => void
}

/** One select for each level: the next one appears where the chosen area has parts. */
function Levels({ path, invalid, onChange }: LevelsProps) {
  const t = useTexts('tenants')
  const [province] = path
  const top = useQuery(topAreas)
  const parts = useQuery({ ...areaWithParts(province ?? ''), enabled: province !== undefined })
  const levels = [top.data ?? [], ...partsOf(parts.data ?? undefined, path)]
  const names = [t('areas.province'), t('areas.city'), t('areas.district')]

  if (top.isError || parts.isError)
    return (
      <div className={classes.areaFailed} role="alert">
        {t('areas.failed')}{' '}
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
        <NativeSelect
          key={level}
          name={level === 0 ? 'areas' : undefined}
          aria-label={names[level]}
          aria-required={level === 0}
          error={invalid && level === 0}
          disabled={areas.length === 0}
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
