import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconTicketOff } from '#icons/page'
import { landingPath } from '../../../contract/limits.ts'
import { useRefusal } from '../../lib/codes.ts'
import { pageRoute } from '../../lib/page.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { unbroken } from '../../ui/display/unbroken.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { groupJoinCode, joinCodeLength, plainJoinCode } from '../../ui/fields/joinCode.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Tenants.module.css'
import { type Invitation, invitationOptions, join } from './tenants.ts'
import { useInvitation } from './useInvitation.ts'
import { words } from './words.ts'

const route = pageRoute('join')

/**
 * /join/CODE: the page to which invitation links and QR codes lead. It shows the organization, the
 * permissions, the expiry and a Join button.
 */
export function JoinPage() {
  const t = useTexts(words)
  const refusal = useRefusal()
  const { code: given } = route.useParams()
  const code = plainJoinCode(given)
  // Do not look up malformed codes, because the server limits the number of lookups.
  const whole = code.length === joinCodeLength && groupJoinCode(given).length >= joinCodeLength
  const query = useQuery({ ...invitationOptions(code), enabled: whole })
  const { data, error, isFetching } = query
  const account = (
    <Button variant="default" renderRoot={(props) => <Link to={landingPath} {...props} />}>
      {t('join.toAccount')}
    </Button>
  )

  return (
    <Panel className={classes.page}>
      {data ? (
        <Invited code={code} invitation={data} />
      ) : !whole || data === null ? (
        <EmptyState
          headingLevel={1}
          icon={<IconTicketOff size={26} stroke={1.6} />}
          title={t('join.wrongTitle')}
          actions={account}
        >
          {t('join.wrongText')}
        </EmptyState>
      ) : error && !isFetching ? (
        <LoadError query={query} headingLevel={1} title={t('join.failedTitle')} actions={account}>
          {refusal(error).message}
        </LoadError>
      ) : (
        <div className={classes.joining} aria-busy="true" aria-label={t('join.looking')} role="status">
          <div className={classes.tile}>
            <Bar width={56} height={56} />
          </div>
          <Bar width={96} />
          <Bar width={200} height={20} />
        </div>
      )}
    </Panel>
  )
}

function Invited({ code, invitation }: { code: string; invitation: Invitation }) {
  const t = useTexts(words)
  const { gives, until } = useInvitation(invitation)
  const refusal = useRefusal()
  const navigate = useNavigate()
  const { auth, tenants, switchTenant } = useSession()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { tenantId, tenantName } = invitation
  const member = tenants.some(({ id }) => id === tenantId)

  async function enter() {
    setPending(true)
    setProblem(undefined)
    try {
      if (!member) await join(code)
      switchTenant(tenantId)
      toast('ok', t(member ? 'switched' : 'join.done', { name: tenantName }), 'tenant')
      // Replace the history entry, so that the code does not remain in the browser's history.
      await navigate({ to: landingPath, replace: true })
    } catch (error) {
      const { message, fields } = refusal(error)
      setProblem(fields?.code ?? message)
    } finally {
      setPending(false)
    }
  }

  return (
    <div className={classes.joining}>
      <span className={classes.tile}>
        <Initial name={tenantName} size={56} own square />
      </span>
      <p>{t(member ? 'join.already' : 'join.invites')}</p>
      <h1>{tenantName}</h1>
      {!member && (
        <>
          <p>{gives}</p>
          <p className={classes.hint}>{unbroken(until)}</p>
          <p className={classes.hint}>{t('join.as', { name: auth.name })}</p>
        </>
      )}
      {problem && (
        <Notice tone="err" role="alert">
          {problem}
        </Notice>
      )}
      <div className={classes.joiningActions}>
        <Button loading={pending} onClick={() => void enter()}>
          {t(member ? 'join.enter' : 'join.submit')}
        </Button>
      </div>
    </div>
  )
}
