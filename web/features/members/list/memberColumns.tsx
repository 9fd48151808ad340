import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ColumnOf } from '../../../../contract/list-display.ts'
import { first } from '../../../../contract/required.ts'
import { palgoRoles } from '../../../../contract/states.ts'
import { authCodeOptions } from '../../../lib/roles/authCodes.ts'
import { words as roleWords } from '../../../lib/roles/words.ts'
import { usePermission } from '../../../lib/session/permission.ts'
import { useSession } from '../../../lib/session/session.ts'
import { type Translate, useLocale, useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
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
  const locale = useLocale()
  const { auth } = useSession()
  const { data: codes } = useQuery(authCodeOptions)
  const times = useTimes()
  const tenant = useTenant()
  const factorRequired = tenant?.factorRequired ?? false
  const security = usePermission(['security_management'])
  const seesSignIns = tenant?.viewerCan.manageMembers || security
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats follow the language
  return useMemo(
    () => [
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
        cell: (row) =>
          leads(row) && row.member?.roles.length
            ? t('all')
            : some(
                palgoRoles.filter((role) => row.member?.roles.includes(role)).map((role) => roleName(role)),
                t,
              ),
      },
      {
        key: 'codes',
        label: t('codes'),
        bar: 140,
        max: 200,
        optional: true,
        cell: (row) =>
          leads(row) && row.member?.authCodes.length
            ? t('all')
            : some(
                (codes ?? [])
                  .filter(({ code }) => row.member?.authCodes.includes(code))
                  .map(({ label }) => label),
                t,
              ),
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
        cell: ({ member }) =>
          member?.secondFactor != null && (
            <StatusText tone={member.secondFactor ? 'ok' : factorRequired ? 'warn' : 'neutral'}>
              {t(member.secondFactor ? 'factor.has' : 'factor.hasNot')}
            </StatusText>
          ),
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
        cell: ({ member }) =>
          member && (
            <time dateTime={member.joinDateTime} title={times.exact(member.joinDateTime)}>
              {times.dateTime(member.joinDateTime)}
            </time>
          ),
      },
      // The server returns it only to these viewers.
      ...(seesSignIns
        ? [
            {
              key: 'lastSignIn' as const,
              label: t('lastSignIn'),
              wide: true,
              cell: ({ member, profile }: MemberRow) => {
                const at = member?.lastSignInDateTime ?? profile.lastSignInDateTime
                return at ? (
                  <time dateTime={at} title={times.exact(at)}>
                    {times.recent(at)}
                  </time>
                ) : (
                  t('noSignIn')
                )
              },
            },
          ]
        : []),
      {
        key: 'created',
        label: t('created'),
        sort: 'CREATED_TIMESTAMP',
        optional: true,
        cell: ({ profile }) => (
          <time title={times.exact(profile.createdTimestamp)}>
            {times.dateTime(profile.createdTimestamp)}
          </time>
        ),
      },
    ],
    [t, locale, codes, auth.id, factorRequired, seesSignIns],
  )
}

/** 算法运行、结果导出. More than two: 模型发布 +2. */
function some(labels: readonly string[], t: Translate<typeof words>): string {
  return labels.length > 2
    ? t('more', { first: first(labels, 'labels'), rest: labels.length - 1 })
    : labels.join(t('between'))
}

function Person({ row, own, t }: { row: MemberRow; own: boolean; t: Translate<typeof words> }) {
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

export function Identity({ row: { member }, t }: { row: MemberRow; t: Translate<typeof words> }) {
  if (member?.owner) return <Tag tone="info">{t('identity.owner')}</Tag>
  if (member?.manager) return <Tag>{t('identity.manager')}</Tag>
  return t('identity.member')
}
