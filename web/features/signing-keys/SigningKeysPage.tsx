import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconKey } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './SigningKeys.module.css'
import { type SigningKey, signingKeysOptions } from './signingKeys.ts'
import { words } from './words.ts'

const useDialogs = lazyDialogs({ rotate: () => import('./RotateSigningKey.tsx') })

const tones = { NEXT: 'info', SIGNS: 'ok', PUBLISHED: 'neutral', KEPT: 'neutral' } as const

/** /all-management/signing-keys: the current and previous keys that sign tokens and seal the audit log. */
export function SigningKeysPage() {
  const t = useTexts(words)
  const { open, dialog } = useDialogs()
  const query = useQuery(signingKeysOptions)
  const { data, error, isFetching } = query
  return (
    <>
      <PageHeader
        title={t('title')}
        context={t('context')}
        actions={data && <Button onClick={() => open('rotate')}>{t('rotate')}</Button>}
      />
      {data?.length ? (
        <Panel title={t('title')} count={data.length} padded={false}>
          <ul className={classes.keys}>
            {data.map((key) => (
              <KeyRow key={key.id} signingKey={key} />
            ))}
          </ul>
        </Panel>
      ) : (
        <Panel>
          {data ? (
            <EmptyState icon={<IconKey size={26} stroke={1.6} />} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          ) : error && !isFetching ? (
            <LoadError title={t('failed')} query={query} />
          ) : (
            <div className={classes.loading} role="status" aria-label={t('loading')}>
              <Bar width={320} />
              <Bar width={240} />
            </div>
          )}
        </Panel>
      )}
      {dialog}
    </>
  )
}

function KeyRow({ signingKey }: KeyRowProps) {
  const { id, algorithm, status, createDateTime, retireDateTime, endDateTime } = signingKey
  const t = useTexts(words)
  const times = useTimes()
  const ended = endDateTime !== null && Date.parse(endDateTime) < Date.now()
  return (
    <li className={classes.key}>
      <StatusText tone={tones[status]}>{t(`status.${status}`)}</StatusText>
      <span className={classes.id}>
        {algorithm} <code className="mono">{id}</code>
        <CopyButton inline label={t('copy', { id })} text={id} />
      </span>
      <span className={classes.times}>
        <span title={times.exact(createDateTime)}>{t('made', { time: times.dateTime(createDateTime) })}</span>
        {retireDateTime && (
          <span title={times.exact(retireDateTime)}>
            {t('retired', { time: times.dateTime(retireDateTime) })}
          </span>
        )}
        {endDateTime && (
          <span title={times.exact(endDateTime)}>
            {status === 'KEPT' && ended
              ? t('dropped')
              : t(`until.${status}`, { time: times.dateTime(endDateTime) })}
          </span>
        )}
      </span>
    </li>
  )
}

interface KeyRowProps {
  signingKey: SigningKey
}
