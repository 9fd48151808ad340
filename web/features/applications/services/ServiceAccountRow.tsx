import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { request } from '../../../lib/graphql.ts'
import { authCodeOptions } from '../../../lib/roles/authCodes.ts'
import { words as roleWords } from '../../../lib/roles/words.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { StatusText, Tag } from '../../../ui/feedback/StatusText.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useApplicationsChanged } from '../applications.ts'
import { updateServiceAccount } from '../mutations.ts'
import type { OpenDialog } from './dialogs.ts'
import classes from './ServiceAccounts.module.css'
import type { ServiceAccount } from './serviceAccounts.ts'
import { words } from './words.ts'

interface Props {
  account: ServiceAccount
  open: OpenDialog
}

/** Shows a service account with its permissions, secrets and actions. */
export function ServiceAccountRow({ account, open }: Props) {
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const { data: codes } = useQuery(authCodeOptions)
  const { clientId, name, enabled, roles, authCodes } = account
  const held = [
    ...authCodes.map((code) => codes?.find((each) => each.code === code)?.label ?? code),
    ...roles.map((role) => roleName(`among.${role}`)),
  ]

  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <span className={classes.head}>
          <strong className={classes.name}>{name}</strong>
          <StatusText tone={enabled ? 'ok' : 'neutral'}>{t(`status.${enabled}`)}</StatusText>
        </span>
        <span className={classes.credential}>
          <code className={`mono ${classes.id}`}>{clientId}</code>
          <CopyButton inline label={t('copyClientId', { name })} text={clientId} />
        </span>
        <span className={classes.head}>
          {held.length ? (
            held.map((label) => (
              <Tag key={label} tone="neutral">
                {label}
              </Tag>
            ))
          ) : (
            <span className={classes.about}>{t('holdsNothing')}</span>
          )}
        </span>
        <Secrets account={account} open={open} />
      </div>
      <Actions account={account} open={open} />
    </li>
  )
}

function Secrets({ account, open }: Props) {
  const t = useTexts(words)
  const times = useTimes()
  const { name, secrets } = account
  return (
    <ul className={classes.secrets}>
      {secrets.map(({ id: secretId, hint, lastUseDateTime, endDateTime }) => (
        <li key={secretId}>
          <code className="mono">rv_…{hint}</code>
          <span>
            {lastUseDateTime ? t('lastUse', { time: times.recent(lastUseDateTime) }) : t('neverUsed')}
          </span>
          {endDateTime && <span>{t('ends', { time: times.dateTime(endDateTime) })}</span>}
          {secrets.length > 1 && (
            <button
              type="button"
              className="link"
              data-danger
              aria-label={t('revokeOne', { hint, name })}
              onClick={() => open('revoke', [account], { secretId, owner: 'service' })}
            >
              {t('revoke')}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Actions({ account, open }: Props) {
  const t = useTexts(words)
  const changed = useApplicationsChanged()
  const { id, name, enabled, secrets } = account
  const enable = useMutation({
    mutationFn: () => request(updateServiceAccount, { id, enabled: true }),
    onSuccess: () => toast('ok', t('enabled', { name })),
    onError: (error) => toast('err', error.message),
    onSettled: changed,
  })

  return (
    <div className={classes.actions}>
      <Link
        className="link"
        aria-label={t('webhooksOf', { name })}
        to="/organizational-management/webhooks"
        search={{ application: id }}
      >
        {t('webhooks')}
      </Link>
      <button
        type="button"
        className="link"
        aria-label={t('usageOf', { name })}
        onClick={() => open('usage', [account])}
      >
        {t('usage')}
      </button>
      <button
        type="button"
        className="link"
        disabled={secrets.length > 1}
        title={secrets.length > 1 ? t('twoSecrets') : undefined}
        aria-label={t('rotateOne', { name })}
        onClick={() => open('rotate', [account], { owner: 'service' })}
      >
        {t('rotate')}
      </button>
      {enabled ? (
        <button
          type="button"
          className="link"
          aria-label={t('disableOne', { name })}
          onClick={() => open('disable', [account])}
        >
          {t('disable')}
        </button>
      ) : (
        <button
          type="button"
          className="link"
          aria-label={t('enableOne', { name })}
          disabled={enable.isPending}
          onClick={() => enable.mutate()}
        >
          {t('enable')}
        </button>
      )}
      <button
        type="button"
        className="link"
        data-danger
        aria-label={t('deleteOne', { name })}
        onClick={() => open('delete', [account])}
      >
        {t('delete')}
      </button>
    </div>
  )
}
