import { useMutation } from '@tanstack/react-query'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Account.module.css'
import { type Account, useAccountChanged } from './account.ts'
import { withdrawConsent } from './mutations.ts'
import { words } from './words.ts'

/** Shows the applications to which the user has granted access. */
export function ConsentsPanel({ consents }: { consents: Account['consents'] }) {
  const t = useTexts(words)
  return (
    <Panel title={t('consents.title')} count={consents.length} padded={false}>
      <ul className={classes.consents}>
        {consents.map((consent) => (
          <Row key={consent.applicationId} consent={consent} />
        ))}
      </ul>
    </Panel>
  )
}

const known = ['profile', 'phone', 'email', 'organization', 'organizations', 'offline_access'] as const
const isKnown = (scope: string): scope is (typeof known)[number] => known.some((each) => each === scope)

function Row({ consent }: { consent: Account['consents'][number] }) {
  const t = useTexts(words)
  const times = useTimes()
  const changed = useAccountChanged()
  const { applicationId, name, icon, scopes, createDateTime } = consent
  const withdrawing = useMutation({
    mutationFn: () => request(withdrawConsent, { applicationId }),
    onSuccess: () => toast('ok', t('consents.withdrawn', { name })),
    onSettled: changed,
  })
  const allowed = scopes.map((scope) => (isKnown(scope) ? t(`scope.${scope}`) : scope))
  return (
    <li className={classes.consentRow}>
      <Initial name={name} icon={icon} square />
      <div className={classes.consent}>
        <div>{name}</div>
        <div className={classes.second}>
          {[...allowed, t('consents.since', { time: times.recent(createDateTime) })].join(' · ')}
        </div>
      </div>
      <button
        type="button"
        className="link"
        data-danger
        aria-label={t('consents.withdrawOne', { name })}
        disabled={withdrawing.isPending}
        onClick={() => withdrawing.mutate()}
      >
        {t('consents.withdraw')}
      </button>
    </li>
  )
}
