import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ColumnOf } from '../../../../contract/list-display.ts'
import { first } from '../../../../contract/required.ts'
import { palgoRoles } from '../../../../contract/states.ts'
import { authCodeOptions } from '../../../lib/roles/authCodes.ts'
import { words as roleWords } from '../../../lib/roles/words.ts'
import { usePermission } from '../../../lib/session/permission.ts'
import { useSession } from '../../../lib/session/session.ts'
import { type Translate, useTexts } from '../../../lib/texts.ts'
import { TimeText } from '../../../lib/time/TimeText.tsx'
import type { Column } from '../../../shared/list/columns/column.ts'
import { Initial } from '../../../ui/display/Initial.tsx'
import { StatusText, Tag } from '../../../ui/feedback/StatusText.tsx'
import { shownPhone } from '../../../ui/fields/digits.ts'
import classes from '../Members.module.css'
import { leads, type MemberRow, nameOf } from '../members.ts'
import { useTenant } from '../tenant.ts'
import { words } from '../words.ts'

export function useMemberColumns(): Column<MemberRow, ColumnOf<'MEMBERS'>>[] {
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const { auth } = useSession()
  const { data: codes } = useQuery(authCodeOptions)
  const tenant = useTenant()
  const factorRequired = tenant?.factorRequired ?? false
  const security = usePermission(['security_management'])
  const seesSignIns = tenant?.viewerCan.manageMembers || security
  return useMemo(() => {
    const roles = palgoRoles.map((code) => ({ code, label: roleName(code) }))
    return [
      {
        key: 'name',
        label: t('name'),
        sort: 'NAME',
        bar: 110,
        card: 'title',
        cell: (row) => <Person row={row} own={row.id === auth.id} t={t} />,
      },
      {
        key: 'phone',
        label: t('loginId'),
        card: 'end',
        cell: ({ profile }) => shownPhone(profile.mobilePhone),
      },
      {
        key: 'identity',
        label: t('identity'),
        bar: 56,
        card: 'state',
        cell: (row) => <Identity row={row} t={t} />,
      },
      {
        key: 'roles',
        label: t('roles'),
        bar: 140,
        max: 200,
        cell: (row) => granted(row, 'roles', roles, t),
      },
      {
        key: 'codes',
        label: t('codes'),
        bar: 140,
        max: 200,
        optional: true,
        cell: (row) => granted(row, 'authCodes', codes ?? [], t),
      },
      {
        key: 'status',
        label: t('status'),
        bar: 48,
        cell: ({ profile: { enabled } }) => (
          <StatusText tone={enabled ? 'ok' : 'neutral'}>{t(`status.${enabled}`)}</StatusText>
        ),
      },
      {
        key: 'factor',
        label: t('factor.title'),
        bar: 48,
        optional: !factorRequired,
        cell: (row) => <Factor row={row} required={factorRequired} t={t} />,
      },
      {
        key: 'username',
        label: t('username'),
        sort: 'USERNAME',
        max: 160,
        optional: true,
        cell: ({ profile }) => profile.username,
      },
      {
        key: 'joined',
        label: t('joined'),
        sort: 'JOIN_DATE_TIME',
        wide: true,
        cell: ({ member }) => member && <TimeText at={member.joinDateTime} as="dateTime" />,
      },
      // The server returns the time of the last sign-in only to viewers who can manage the members or who
      // hold the permission security_management.
      ...(seesSignIns
        ? [
            {
              key: 'lastSignIn' as const,
              label: t('lastSignIn'),
              wide: true,
              cell: (row: MemberRow) => <LastSignIn row={row} t={t} />,
            },
          ]
        : []),
      {
        key: 'created',
        label: t('created'),
        sort: 'CREATED_TIMESTAMP',
        optional: true,
        cell: ({ profile }) => <TimeText at={profile.createdTimestamp} as="dateTime" />,
      },
    ]
  }, [t, roleName, codes, auth.id, factorRequired, seesSignIns])
}

/**
 * Joins up to two labels, for example 算法运行、结果导出. If there are more, returns the first label and the number of
 * others, for example 模型发布 +2.
 */
function some(labels: readonly string[], t: Translate<typeof words>): string {
  return labels.length > 2
    ? t('more', { first: first(labels, 'labels'), rest: labels.length - 1 })
    : labels.join(t('between'))
}

/** Returns the labels of the member's roles or permission codes, or "all" for the owner and managers. */
function granted(
  row: MemberRow,
  kind: 'roles' | 'authCodes',
  choices: readonly { code: string; label: string }[],
  t: Translate<typeof words>,
): string {
  const held: readonly string[] = row.member?.[kind] ?? []
  if (leads(row) && held.length) return t('all')
  return some(
    choices.filter(({ code }) => held.includes(code)).map(({ label }) => label),
    t,
  )
}

interface CellProps {
  row: MemberRow
  t: Translate<typeof words>
}

const Factor = ({ row: { member }, required, t }: CellProps & { required: boolean }) =>
  member?.secondFactor != null && (
    <StatusText tone={member.secondFactor ? 'ok' : required ? 'warn' : 'neutral'}>
      {t(member.secondFactor ? 'factor.has' : 'factor.hasNot')}
    </StatusText>
  )

function LastSignIn({ row: { member, profile }, t }: CellProps) {
  const at = member?.lastSignInDateTime ?? profile.lastSignInDateTime
  return at ? <TimeText at={at} as="recent" /> : t('noSignIn')
}

function Person({ row, own, t }: CellProps & { own: boolean }) {
  const name = nameOf(row)
  return (
    <span
      className={classes.person}
      title={name === row.name ? name : `${name}\n${t('nick', { name: row.name })}`}
    >
      <Initial name={name} size={24} own={own} />
      <span className={classes.cut}>{name}</span>
    </span>
  )
}

export function Identity({ row: { member }, t }: CellProps) {
  if (member?.owner) return <Tag tone="info">{t('identity.owner')}</Tag>
  if (member?.manager) return <Tag>{t('identity.manager')}</Tag>
  return t('identity.member')
}
