import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { IconCopy } from '#icons'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { OneOf } from '../../../shared/invitations/Chips.tsx'
import { GrantFields, type InvitationGrants } from '../../../shared/invitations/GrantFields.tsx'
import {
  createJoinCode,
  deleteJoinCode,
  joinCodesOptions,
  joinLink,
  type NewCode,
} from '../../../shared/invitations/joinCodes.ts'
import { PrintedInvitation } from '../../../shared/invitations/PrintedInvitation.tsx'
import { useCopy } from '../../../ui/display/clipboard.ts'
import { QrCode } from '../../../ui/display/QrCode.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './InviteStep.module.css'
import { words } from './words.ts'

interface Settings {
  minutes: string
  uses: string
  grants: InvitationGrants
}

interface CreatedInvitation {
  code: NewCode
  settings: Settings
  /** Whether the link replaces an earlier one. */
  again: boolean
}

/**
 * Query options for the created link. The server returns the link only once, so the link is available only in
 * the query cache, until the page is reloaded.
 */
const madeOptions = (tenantId: string) =>
  queryOptions({
    queryKey: ['checklist', tenantId, 'link'],
    queryFn: (): CreatedInvitation | null => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

const first: Settings = { minutes: '10080', uses: '10', grants: { roles: [], authCodes: [] } }

/** Creates an invitation link. Changing an option creates a new link and revokes the previous one. */
export function InviteStep({ tenantId }: { tenantId: string }) {
  const t = useTexts(words)
  const client = useQueryClient()
  const { data: made = null } = useQuery(madeOptions(tenantId))
  const [settings, setSettings] = useState(made?.settings ?? first)
  const wanted = useRef(settings)
  const make = useMutation({
    // Mutations run one after another, because each of them revokes the link of the previous one.
    scope: { id: 'checklist-link' },
    async mutationFn(next: Settings) {
      if (next !== wanted.current) return
      const { minutes, uses, grants } = next
      const before = client.getQueryData(madeOptions(tenantId).queryKey)
      const { createTenantJoinCode: code } = await request(createJoinCode, {
        tenantId,
        expireAtByMinute: Number(minutes),
        maxUses: uses ? Number(uses) : null,
        roles: [...grants.roles],
        authCodes: [...grants.authCodes],
      })
      const made: CreatedInvitation = { code, settings: next, again: Boolean(before) }
      client.setQueryData(madeOptions(tenantId).queryKey, made)
      if (before) await request(deleteJoinCode, { id: before.code.id })
    },
    // After an error, show the options of the existing link again, because that link remains valid.
    onError: () => choose(client.getQueryData(madeOptions(tenantId).queryKey)?.settings ?? wanted.current),
    onSettled: () => client.invalidateQueries(joinCodesOptions(tenantId)),
  })
  function choose(next: Settings) {
    wanted.current = next
    setSettings(next)
  }
  function change(part: Partial<Settings>) {
    const next = { ...settings, ...part }
    choose(next)
    if (made || make.isPending) make.mutate(next)
  }
  return (
    <div className={styles.invite} aria-busy={make.isPending}>
      <div className={styles.main}>
        {made ? (
          <Link code={made.code} />
        ) : (
          <>
            <Live tenantId={tenantId} />
            <div>
              <Button loading={make.isPending} onClick={() => make.mutate(settings)}>
                {t('make')}
              </Button>
            </div>
          </>
        )}
        {make.isError && (
          <Notice tone="err" role="alert">
            {make.error.message}
          </Notice>
        )}
        <div className={styles.choices}>
          <OneOf
            legend={t('until')}
            value={settings.minutes}
            onChange={(minutes) => change({ minutes })}
            choices={[
              { value: '1440', label: t('day') },
              { value: '10080', label: t('week') },
              { value: '43200', label: t('month') },
            ]}
          />
          <OneOf
            legend={t('uses')}
            value={settings.uses}
            onChange={(uses) => change({ uses })}
            choices={[
              { value: '1', label: t('people', { count: 1 }) },
              { value: '10', label: t('people', { count: 10 }) },
              { value: '', label: t('unlimited') },
            ]}
          />
          <GrantFields value={settings.grants} onChange={(grants) => change({ grants })} />
        </div>
        {made && (
          <p className={styles.waiting} role="status">
            <span className={styles.dot} aria-hidden />
            {made.again ? `${t('remade')} ` : ''}
            {t('waiting')}
          </p>
        )}
      </div>
      {made && <Picture code={made.code} />}
    </div>
  )
}

function Link({ code: { code } }: { code: NewCode }) {
  const t = useTexts(words)
  const copy = useCopy()
  const link = joinLink(code)
  return (
    <div>
      <div className={styles.box}>
        <input
          className={styles.link}
          readOnly
          aria-label={t('link')}
          value={link.replace(/^https?:\/\//, '')}
          onFocus={({ target }) => target.select()}
        />
        <Button leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />} onClick={() => void copy(link)}>
          {t('copy')}
        </Button>
      </div>
      <p className={styles.hint}>{t('once')}</p>
    </div>
  )
}

/** Shows the number of valid invitation codes. The codes themselves cannot be shown again. */
function Live({ tenantId }: { tenantId: string }) {
  const t = useTexts(words)
  const { data: codes = [] } = useQuery(joinCodesOptions(tenantId))
  return codes.length ? <p className={styles.hint}>{t('live', { count: codes.length })}</p> : null
}

function Picture({ code }: { code: NewCode }) {
  const t = useTexts(words)
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!printing) return
    const over = () => setPrinting(false)
    window.addEventListener('afterprint', over, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', over)
  }, [printing])
  return (
    <div className={styles.picture}>
      <QrCode text={joinLink(code.code)} label={t('scan')} />
      <span className={styles.hint}>
        {t('scan')} ·{' '}
        <button type="button" className="link" onClick={() => setPrinting(true)}>
          {t('print')}
        </button>
      </span>
      {printing && <PrintedInvitation code={code} />}
    </div>
  )
}
