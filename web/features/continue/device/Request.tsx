import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { devicePage } from '../../../lib/continuation.ts'
import { signOut } from '../../../lib/session/session.ts'
import { deviceWords } from '../../../lib/session/userAgent.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { useNow } from '../../../lib/time/useNow.ts'
import { Initial } from '../../../ui/display/Initial.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import shared from '../Continue.module.css'
import { ChangeFirst, SetUpFirst } from '../ContinuePage.tsx'
import { Policies } from '../Policies.tsx'
import { Scopes } from '../Scopes.tsx'
import classes from './Device.module.css'
import { answerDevice, type DeviceAnswer, type DeviceRequest } from './deviceCode.ts'
import { words } from './words.ts'

interface Props {
  code: string
  request: DeviceRequest
  onDone: (done: 'allowed' | 'declined') => void
  onGone: () => void
}

/** Shows the device's request (application, device and scopes), which the user can allow or deny. */
export function Request({ code, request, onDone, onGone }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const { account, scopes, organizations } = request
  const [tenantId, setTenantId] = useState(organizations?.[0]?.id)
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState<DeviceAnswer['step']>()
  const [ends] = useState(() => Date.now() + request.seconds * 1_000)
  const minutes = Math.max(0, Math.ceil((ends - useNow()) / 60_000))
  if (account.passwordChangeRequired) return <ChangeFirst />
  if (account.factorRequired) return <SetUpFirst back={`${devicePage}?user_code=${code}`} />

  async function answer(given: DeviceAnswer) {
    setPending(given.step)
    setProblem(undefined)
    try {
      if (await answerDevice(code, given)) onDone(given.step === 'allow' ? 'allowed' : 'declined')
      else onGone()
    } catch (error) {
      setProblem(refusal(error).message)
    } finally {
      setPending(undefined)
    }
  }

  /** Lets the user sign in as another account without losing the code. */
  const again = () => window.location.replace(`${devicePage}?user_code=${code}`)
  const none = organizations?.length === 0
  return (
    <>
      <h1 className={shared.title}>{t('title')}</h1>
      <p className={shared.context}>
        <span className={classes.entered}>{code}</span> {t('left', { minutes })}
      </p>
      <Asking request={request} />
      {organizations && organizations.length > 0 && (
        <Select
          mt={16}
          label={t('organization')}
          value={tenantId}
          onChange={(event) => setTenantId(event.currentTarget.value)}
          data={organizations.map(({ id, name, personal }) => ({
            value: id,
            label: personal ? t('personal') : name,
          }))}
        />
      )}
      <Scopes label={t('may')} account={account} scopes={scopes} />
      {(none || problem) && (
        <Notice tone="err" role="alert">
          {problem ?? t('noOrganization')}
        </Notice>
      )}
      <p className={shared.foot}>
        {t('as', { name: account.name })}
        <button type="button" className="link" onClick={() => void signOut(again)}>
          {t('otherAccount')}
        </button>
      </p>
      <div className={classes.answers}>
        <Button
          variant="default"
          size="md"
          loading={pending === 'decline'}
          onClick={() => void answer({ step: 'decline' })}
        >
          {t('decline')}
        </Button>
        <Button
          size="md"
          disabled={none}
          loading={pending === 'allow'}
          onClick={() => void answer({ step: 'allow', tenantId })}
        >
          {t('allow')}
        </Button>
      </div>
    </>
  )
}

/** Shows which application requests access, and on which device. */
function Asking({ request: { application, device } }: Pick<Props, 'request'>) {
  const t = useTexts(words)
  const times = useTimes()
  return (
    <section className={classes.card} aria-label={t('asks', { name: application.name })}>
      <div className={classes.head}>
        <Initial name={application.name} icon={application.icon} size={48} square />
        <h2 className={classes.asks}>
          {t('asks', { name: application.name })}
          <small>
            {t(application.firstParty ? 'own' : 'other')}
            <Policies application={application} />
          </small>
        </h2>
      </div>
      <dl className={classes.facts}>
        <dt>{t('device')}</dt>
        <dd>
          {device.name ?? t('nameless')}
          <small>
            {[deviceWords(device.userAgent).name, device.ip, times.recent(device.asked)]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </dd>
      </dl>
      <p className={classes.warning}>{t('warning')}</p>
    </section>
  )
}
