import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { brokerErrors, type ListedIdentitySource } from '../../../../contract/identity-sources.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { listedSources } from '../../../lib/config.ts'
import { request } from '../../../lib/graphql.ts'
import { accessToken, renew } from '../../../lib/session/tokens.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { SourceTile } from '../../../shared/identity-sources/SourceIcon.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Tag } from '../../../ui/feedback/StatusText.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from '../Account.module.css'
import type { Account } from '../account.ts'
import { useIdentityDialogs } from './dialogs.ts'
import own from './Identities.module.css'
import { linkIdentity } from './mutations.ts'
import { words } from './words.ts'

type Identity = Account['identities'][number]

/** Shows the linked identities of the account, and the sources whose identities can be linked. */
export function OwnIdentities({ identities }: { identities: readonly Identity[] }) {
  const t = useTexts(words)
  const { open, dialog } = useIdentityDialogs()
  const problem = useLinkOutcome(identities)
  const others = listedSources().filter(({ key }) => !identities.some(({ source }) => source.key === key))
  return (
    <Panel title={t('title')} count={identities.length} padded={false}>
      {problem && (
        <div className={own.problem}>
          <Notice tone="err" role="alert">
            {problem}
          </Notice>
        </div>
      )}
      <ul className={classes.rows}>
        {identities.map((identity) => (
          <Linked key={identity.id} identity={identity} onUnlink={() => open('unlink', [identity])} />
        ))}
        {others.map((source) => (
          <Unlinked key={source.key} source={source} />
        ))}
      </ul>
      <p className={classes.alone}>{t('note')}</p>
      {dialog}
    </Panel>
  )
}

function Linked({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) {
  const t = useTexts(words)
  const times = useTimes()
  const { name, source, createDateTime, lastUseDateTime } = identity
  const time = times.date(createDateTime)
  const since = name ? t('linkedAs', { name, time }) : t('linkedSince', { time })
  return (
    <Row
      source={source}
      second={[since, lastUseDateTime && t('used', { time: times.recent(lastUseDateTime) })]
        .filter(Boolean)
        .join(' · ')}
    >
      {!source.enabled && <Tag>{t('disabled')}</Tag>}
      <button
        type="button"
        className="link"
        data-danger
        aria-label={t('unlinkOne', { name: source.name })}
        onClick={onUnlink}
      >
        {t('unlink')}
      </button>
    </Row>
  )
}

function Unlinked({ source }: { source: ListedIdentitySource }) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const linking = useMutation({
    mutationFn: async () => {
      // The redirect back from the provider needs the session cookie. If another window opened the session,
      // this browser might lack the cookie. Renewing the tokens sets it.
      await renew(accessToken())
      return request(linkIdentity, { sourceId: source.key })
    },
    // The provider's page replaces this one.
    onSuccess: ({ linkIdentity: { url } }) => window.location.assign(url),
    onError: (error) => toast('err', refusal(error).message),
  })
  return (
    <Row source={source} second={t('notLinked')}>
      <button
        type="button"
        className="link"
        aria-label={t('linkOne', { name: source.name })}
        disabled={linking.isPending}
        onClick={() => linking.mutate()}
      >
        {t('link')}
      </button>
    </Row>
  )
}

interface RowProps {
  source: Pick<ListedIdentitySource, 'name' | 'kind' | 'icon'>
  second: string
  children: ReactNode
}

function Row({ source, second, children }: RowProps) {
  return (
    <li className={classes.row}>
      <SourceTile source={source} />
      <div className={classes.rowText}>
        <div className={own.name}>{source.name}</div>
        <div className={`tabular ${classes.second}`}>{second}</div>
      </div>
      {children}
    </li>
  )
}

/** Returns why linking an identity failed, from the fragment of the URL. Shows a toast if it succeeded. */
function useLinkOutcome(identities: readonly Identity[]): string | undefined {
  const t = useTexts(words)
  const [{ linked, reason, key }] = useState(() => {
    const fragment = new URLSearchParams(location.hash.slice(1))
    return {
      linked: fragment.get('linked'),
      reason: fragment.get('link_error'),
      key: fragment.get('linked') ?? fragment.get('source'),
    }
  })
  const known = [...identities.map(({ source }) => source), ...listedSources()]
  const name = known.find((source) => source.key === key)?.name ?? t('someSource')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once after the return from the provider
  useEffect(() => {
    if (!linked && !reason) return
    history.replaceState(history.state, '', location.pathname + location.search)
    if (linked) toast('ok', t('linked', { name }))
  }, [])
  const error = reason && (brokerErrors.find((each) => each === reason) ?? 'invalid')
  return error ? t(`failed.${error}`, { name }) : undefined
}
