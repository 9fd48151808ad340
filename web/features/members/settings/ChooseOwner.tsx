import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconSearch } from '#icons'
import { limits } from '../../../../contract/limits.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Initial } from '../../../ui/display/Initial.tsx'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { phoneDigits, shownPhone } from '../../../ui/fields/digits.ts'
import { Identity } from '../list/memberColumns.tsx'
import { type MemberRow, members, nameOf } from '../members.ts'
import type { Tenant } from '../tenant.ts'
import { words } from '../words.ts'
import classes from './ChooseOwner.module.css'
import { HandOver } from './confirms.tsx'

/** Debounce delay of the search field in milliseconds. */
const pause = 250
/** Number of members to request. It is one more than shown, because the current owner can be among them. */
const pageOf = 10

/**
 * Searches the members for a new owner, by name or complete phone number. Then asks for confirmation of the
 * transfer.
 */
export default function ChooseOwner({ rows: [tenant], opened, onClose }: DialogProps<[Tenant]>) {
  const t = useTexts(words)
  const [chosen, setChosen] = useState<MemberRow>()
  const [text, setText] = useState('')
  if (chosen) return <HandOver rows={[chosen]} opened={opened} onClose={onClose} />
  return (
    <Dialog opened={opened} onClose={onClose} title={t('handOver.title')} size={440}>
      <TextInput
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        label={t('handOver.choose')}
        description={t('handOver.chooseText')}
        placeholder={t('handOver.placeholder')}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        maxLength={limits.search}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <Candidates tenantId={tenant.id} text={text.trim()} onChoose={setChosen} />
    </Dialog>
  )
}

/** Shows the members who can become the owner: enabled members except the current owner. */
function Candidates({
  tenantId,
  text,
  onChoose,
}: {
  tenantId: string
  text: string
  onChoose: (row: MemberRow) => void
}) {
  const t = useTexts(words)
  const checks = useChecks()
  const [search] = useDebouncedValue(text, pause)
  const phone = phoneDigits(search)
  const byPhone = search !== '' && !checks.phone(phone)
  const query = useQuery(
    members.page(
      {
        filters: { ...none, enabled: 'true', ...(byPhone ? { loginId: phone } : { name: search }) },
        sort: null,
        page: 1,
        first: 0,
        after: '',
        size: pageOf,
      },
      tenantId,
    ),
  )
  const { data, error, isFetching } = query
  const rows = data?.data.filter(({ member }) => member && !member.owner).slice(0, pageOf - 1)

  if (error && !isFetching)
    return (
      <p className={classes.none} role="alert">
        {t('handOver.failed')} <RetryLink onRetry={query.refetch} />
      </p>
    )
  if (!rows)
    return (
      <div className={classes.loading} role="status" aria-label={t('handOver.loading')}>
        <Bar width={220} />
        <Bar width={180} />
        <Bar width={200} />
      </div>
    )
  if (!rows.length)
    return (
      <p className={classes.none} role="status">
        {t(search ? 'handOver.none' : 'handOver.nobody')}
      </p>
    )
  return (
    <>
      <ul
        className={classes.list}
        aria-label={t('handOver.members')}
        aria-busy={search !== text || isFetching}
      >
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className={classes.candidate} onClick={() => onChoose(row)}>
              <Initial name={nameOf(row)} size={32} />
              <span className={classes.who}>
                <span className={classes.name}>{nameOf(row)}</span>
                <span className={`tabular ${classes.phone}`}>{shownPhone(row.profile.mobilePhone)}</span>
              </span>
              <Identity row={row} t={t} />
            </button>
          </li>
        ))}
      </ul>
      {data && data.count > pageOf && <p className={classes.none}>{t('handOver.more')}</p>}
    </>
  )
}

const none = { name: '', loginId: '', identity: '', role: '', code: '', enabled: '', invitation: '' } as const
