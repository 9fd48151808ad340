import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ColumnOf } from '../../../contract/list-display.ts'
import { number } from '../../lib/numbers.ts'
import { type Translate, useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
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

/** Size of the chart in px. */
const curve = { width: 112, height: 28 }

/**
 * Returns the columns of the list. `uses` maps application ids to usage data, and is undefined until the data
 * has loaded. `unknown` is true if loading failed.
 */
export function useApplicationColumns(
  uses: ReadonlyMap<string, Use> | undefined,
  unknown: boolean,
): Column<ApplicationRow, ColumnOf<'APPLICATIONS'>>[] {
  const t = useTexts(words)
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('name'),
        bar: 140,
        max: 360,
        card: 'title',
        cell: (row) => <Name row={row} t={t} />,
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
          first && others.length
            ? t('tenantsCount', { count: others.length + 1 })
            : (first?.name ?? t('everyone')),
      },
      {
        key: 'signIns',
        label: t('signIns'),
        bar: curve.width,
        cell: (row) => <SignIns row={row} uses={uses} unknown={unknown} t={t} />,
      },
      {
        key: 'secrets',
        label: t('secrets'),
        bar: 72,
        wide: true,
        cell: (row) => <Secrets row={row} t={t} />,
      },
      {
        key: 'lastUse',
        label: t('lastUse'),
        bar: 80,
        card: 'state',
        cell: (row) => <LastUse row={row} uses={uses} t={t} />,
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
        cell: ({ createDateTime }) => <TimeText at={createDateTime} as="dateTime" />,
      },
    ],
    [t, uses, unknown],
  )
}

interface CellProps {
  row: ApplicationRow
  t: Translate<typeof words>
}

interface UseProps extends CellProps {
  uses: ReadonlyMap<string, Use> | undefined
}

const Name = ({ row: { id, clientId, kind, name, firstParty, icon }, t }: CellProps) => (
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
)

function SignIns({ row, uses, unknown, t }: UseProps & { unknown: boolean }) {
  const days = uses?.get(row.id)?.signIns
  if (!days) return unknown ? t('useUnknown') : uses ? null : <Bar width={curve.width} />
  const sum = days.reduce((total, { signedIn }) => total + signedIn, 0)
  const off = !row.enabled || uses.get(row.id)?.failingSinceDateTime || !sum
  return (
    <span className={classes.curve}>
      <Curve
        {...curve}
        tone={off ? 'neutral' : 'info'}
        points={days.map(({ signedIn }, index) => ({ at: index / (days.length - 1), value: signedIn }))}
      />
      <span className={classes.sum}>{number(sum)}</span>
    </span>
  )
}

function Secrets({ row: { kind, jwks, secrets }, t }: CellProps) {
  const times = useTimes()
  if (!hasSecret(kind)) return <span className={classes.second}>{t('secretsNone')}</span>
  if (jwks) return t('secretsKeys')
  const end = secrets.flatMap(({ endDateTime }) => endDateTime ?? []).toSorted()[0]
  return (
    <span className={classes.lines}>
      {t('secretsCount', { count: secrets.length })}
      {end && <span className={classes.warn}>{t('secretsEnd', { time: times.recent(end) })}</span>}
    </span>
  )
}

function LastUse({ row: { id, enabled, secrets }, uses, t }: UseProps) {
  const times = useTimes()
  const use = uses?.get(id)
  const failing = use?.failingSinceDateTime
  const last = [...secrets.map(({ lastUseDateTime }) => lastUseDateTime), use?.lastUseDateTime]
    .flatMap((each) => each ?? [])
    .toSorted()
    .at(-1)
  if (enabled && !failing) return last ? times.recent(last) : uses && t('never')
  return (
    <span className={classes.lines}>
      <StatusText tone={enabled ? 'err' : 'neutral'}>{t(enabled ? 'failing' : 'status.false')}</StatusText>
      {enabled
        ? failing && <span className={classes.since}>{t('since', { time: times.recent(failing) })}</span>
        : last && <span className={classes.since}>{times.recent(last)}</span>}
    </span>
  )
}
