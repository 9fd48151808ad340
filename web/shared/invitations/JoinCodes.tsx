import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../lib/graphql.ts'
import { useOwnQuery } from '../../lib/pageView.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useGrantNames } from './GrantFields.tsx'
import classes from './Invite.module.css'
import { deleteJoinCode, type JoinCode, joinCodesOptions, spelled } from './joinCodes.ts'
import { words } from './words.ts'

/**
 * List of the valid invitation codes. Each row shows the number of uses and the expiry, and has a button that
 * revokes the code.
 */
export function JoinCodes({ tenantId, onLeave }: { tenantId: string; onLeave: () => void }) {
  const t = useTexts(words)
  const common = useCommonWords()
  const { data, error, isFetching, refetch } = useQuery(joinCodesOptions(tenantId))
  return (
    <section className={classes.list} aria-labelledby="live-codes">
      <h3 id="live-codes" className={classes.heading}>
        {t('live')} <span className={classes.count}>{data?.length}</span>
      </h3>
      {data ? (
        data.length ? (
          <ul className={classes.rows}>
            {data.map((code) => (
              <Row key={code.id} code={code} tenantId={tenantId} onLeave={onLeave} />
            ))}
          </ul>
        ) : (
          <p className={classes.text}>{t('none')}</p>
        )
      ) : error && !isFetching ? (
        <>
          <Notice tone="err" role="alert" title={t('failed')}>
            {error.message}
          </Notice>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => void refetch()}>
              {common.retry}
            </Button>
          </div>
        </>
      ) : (
        <div className={classes.rows} role="status" aria-label={t('loading')}>
          <Bar width={220} />
        </div>
      )}
    </section>
  )
}

function Row({ code, tenantId, onLeave }: { code: JoinCode; tenantId: string; onLeave: () => void }) {
  const t = useTexts(words)
  const times = useTimes()
  const gives = useGrantNames()(code)
  const client = useQueryClient()
  const setQuery = useOwnQuery()
  const [asked, setAsked] = useState(false)
  const revoke = useMutation({
    mutationFn: () => request(deleteJoinCode, { id: code.id }),
    onSuccess: () => toast('ok', t('revoked')),
    onSettled: () => client.invalidateQueries(joinCodesOptions(tenantId)),
  })
  const used =
    code.maxUses === null
      ? t('used', { used: code.usedCount })
      : t('usedOf', { used: code.usedCount, max: code.maxUses })

  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <span className={classes.hint}>{spelled(code.code)}</span>
        <span className={`tabular ${classes.text}`}>
          {[
            used,
            t('until', { time: times.dateTime(code.expireAt) }),
            code.creator && t('by', { name: code.creator.name }),
            gives && t('gives', { names: gives }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {asked && (
          <span className={classes.sure} role="alert">
            {t('revokeSure')}
          </span>
        )}
      </div>
      <div className={classes.rowActions}>
        {asked ? (
          <>
            <button
              type="button"
              className="link"
              data-danger
              disabled={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              {t('revoke')}
            </button>
            <button type="button" className="link" onClick={() => setAsked(false)}>
              {t('keep')}
            </button>
          </>
        ) : (
          <>
            {code.usedCount > 0 && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  onLeave()
                  setQuery({ invitation: code.id })
                }}
              >
                {t('members')}
              </button>
            )}
            <button
              type="button"
              className="link"
              data-danger
              aria-label={t('revokeOne', { code: code.code })}
              onClick={() => setAsked(true)}
            >
              {t('revoke')}
            </button>
          </>
        )}
      </div>
    </li>
  )
}
