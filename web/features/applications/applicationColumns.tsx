import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ColumnOf } from '../../../contract/list-display.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Column } from '../../list/Table.tsx'
import { StatusText, Tag } from '../../ui/feedback/StatusText.tsx'
import classes from './Applications.module.css'
import { type ApplicationRow, detailPath, hasSecret } from './applications.ts'
import { words } from './words.ts'

export function useApplicationColumns(): Column<ApplicationRow, ColumnOf<'APPLICATIONS'>>[] {
  const t = useTexts(words)
  const locale = useLocale()
  const times = useTimes()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats follow the language
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('name'),
        bar: 140,
        cell: (row) => (
          <span className={classes.name}>
            <Link to={detailPath} params={{ id: row.id }} title={row.name}>
              {row.name}
            </Link>
            {row.firstParty && <Tag tone="info">{t('own')}</Tag>}
          </span>
        ),
      },
      { key: 'kind', label: t('kind'), cell: (row) => t(`kind.${row.kind}`) },
      {
        key: 'clientId',
        label: t('clientId'),
        max: 300,
        cell: (row) => <code className={classes.mono}>{row.clientId}</code>,
      },
      {
        key: 'secrets',
        label: t('secrets'),
        cell: ({ kind, secrets }) => {
          if (!hasSecret(kind)) return t('secretsNone')
          const ending = secrets.find(({ endDateTime }) => endDateTime)
          return ending
            ? t('secretsEnd', { hint: ending.hint, time: times.dateTime(ending.endDateTime!) })
            : t('secretsCount', { count: secrets.length })
        },
      },
      {
        key: 'lastUse',
        label: t('lastUse'),
        cell: ({ kind, secrets }) => {
          const uses = secrets.flatMap(({ lastUseDateTime }) => lastUseDateTime ?? []).toSorted()
          if (!hasSecret(kind)) return null
          return uses.length ? times.recent(uses.at(-1)!) : t('never')
        },
      },
      {
        key: 'status',
        label: t('status'),
        bar: 48,
        cell: ({ enabled }) => (
          <StatusText tone={enabled ? 'ok' : 'neutral'}>{t(`status.${enabled}`)}</StatusText>
        ),
      },
      {
        key: 'created',
        label: t('created'),
        optional: true,
        cell: ({ createDateTime }) => (
          <time title={times.exact(createDateTime)}>{times.dateTime(createDateTime)}</time>
        ),
      },
    ],
    [t, locale],
  )
}
