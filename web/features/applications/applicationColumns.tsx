import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ColumnOf } from '../../../contract/list-display.ts'
import { required } from '../../../contract/required.ts'
import { number } from '../../lib/numbers.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Column } from '../../shared/list/columns/column.ts'
import { Curve } from '../../ui/display/Curve.tsx'
import { Initial } from '../../ui/display/Initial.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { StatusText, Tag } from '../../ui/feedback/StatusText.tsx'
import { type ApplicationRow, detailPath, hasSecret } from './applications.ts'
import classes from './Columns.module.css'
import { KindName } from './KindName.tsx'
import type { Use } from './usage/usage.ts'
import { words } from './words.ts'

/** In px. */
const curve = { width: 112, height: 28 }

/** `uses` maps ids to usage; undefined until it has loaded. `unknown`: it could not be loaded. */
export function useApplicationColumns(
  uses: ReadonlyMap<string, Use> | undefined,
  unknown: boolean,
): Column<ApplicationRow, ColumnOf<'APPLICATIONS'>>[] {
  const t = useTexts(words)
  const times = useTimes()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats follow the language
  return useMemo(() => {
    const ends = ({ secrets }: ApplicationRow) =>
      secrets.flatMap(({ endDateTime }) => endDateTime ?? []).toSorted()[0]
    const lastUse = ({ id, secrets }: ApplicationRow) =>
      [...secrets.map(({ lastUseDateTime }) => lastUseDateTime), uses?.get(id)?.lastUseDateTime]
        .flatMap((each) => each ?? [])
        .toSorted()
        .at(-1)
    return [
      {
        key: 'name',
        label: t('name'),
        bar: 140,
        max: 360,
        card: 'title',
        cell: ({ id, clientId, kind, name, firstParty, icon }) => (
          <span className={classes.application}>
            <Initial name={name} icon={icon} size={32} square />
            <span className={classes.names}>
              <span className={classes.name}>
                <Link to={detailPath} params={{ id }} className="link" title={name}>
                  {name}
                </Link>
                {firstParty && <Tag>{t('own')}</Tag>}
              </span>
              <code className={classes.id} title={clientId}>
                {clientId}
              </code>
              <span className={classes.card}>
                <KindName kind={kind} />
              </span>
            </span>
          </span>
        ),
      },
      { key: 'kind', label: t('kind'), bar: 80, cell: ({ kind }) => <KindName kind={kind} /> },
      { key: 'clientId', label: t('clientId'), max: 300, optional: true, cell: ({ clientId }) => clientId },
      {
        key: 'tenants',
        label: t('tenants'),
        bar: 80,
        max: 180,
        wide: true,
        cell: ({ tenants: [first, ...others] }) =>
          !first
            ? t('everyone')
            : others.length
              ? t('tenantsCount', { count: others.length + 1 })
              : first.name,
      },
      {
        key: 'signIns',
        label: t('signIns'),
        bar: curve.width,
        cell: (row) => {
          const days = uses?.get(row.id)?.signIns
          if (!days) return unknown ? t('useUnknown') : uses ? null : <Bar width={curve.width} />
          const sum = days.reduce((total, { signedIn }) => total + signedIn, 0)
          const off = !row.enabled || uses.get(row.id)?.failingSinceDateTime || !sum
          return (
            <span className={classes.curve}>
              <Curve
                {...curve}
                tone={off ? 'neutral' : 'info'}
                points={days.map(({ signedIn }, index) => ({
                  at: index / (days.length - 1),
                  value: signedIn,
                }))}
              />
              <span className={classes.sum}>{number(sum)}</span>
            </span>
          )
        },
      },
      {
        key: 'secrets',
        label: t('secrets'),
        bar: 72,
        wide: true,
        cell: (row) => {
          if (!hasSecret(row.kind)) return <span className={classes.second}>{t('secretsNone')}</span>
          if (row.jwks) return t('secretsKeys')
          const end = ends(row)
          return (
            <span className={classes.lines}>
              {t('secretsCount', { count: row.secrets.length })}
              {end && <span className={classes.warn}>{t('secretsEnd', { time: times.recent(end) })}</span>}
            </span>
          )
        },
      },
      {
        key: 'lastUse',
        label: t('lastUse'),
        bar: 80,
        card: 'state',
        cell: (row) => {
          const [failing, last] = [uses?.get(row.id)?.failingSinceDateTime, lastUse(row)]
          if (row.enabled && !failing) return last ? times.recent(last) : uses && t('never')
          return (
            <span className={classes.lines}>
              <StatusText tone={row.enabled ? 'err' : 'neutral'}>
                {t(row.enabled ? 'failing' : 'status.false')}
              </StatusText>
              {row.enabled ? (
                <span className={classes.since}>
                  {t('since', { time: times.recent(required(failing, 'failing')) })}
                </span>
              ) : (
                last && <span className={classes.since}>{times.recent(last)}</span>
              )}
            </span>
          )
        },
      },
      {
        key: 'status',
        label: t('status'),
        optional: true,
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
    ]
  }, [t, uses, unknown])
}
