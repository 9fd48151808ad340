import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { landingPath } from '../../../contract/limits.ts'
import { usePagePath } from '../../lib/pageView.ts'
import { type AuthTenant, useSession } from '../../lib/session/session.ts'
import { stored } from '../../lib/storage.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import classes from './Tenants.module.css'
import { openCertifications } from './tenants.ts'
import { words } from './words.ts'

const key = 'reeve.dismissed-applications'

/** Identifies the state of a request. A dismissed banner reappears when the state of its request changes. */
const stateOf = ({ id, status, modifyDateTime }: AuthTenant) => `${id} ${status} ${modifyDateTime}`

/**
 * On these pages, the to-dos at the top already show rejected requests, so the banner does not repeat them.
 */
const telling: readonly string[] = [landingPath, '/dashboard/workplace']

/**
 * Shows a banner for each pending or rejected organization request of the viewer. It appears on every page
 * that does not already show the status, until the viewer dismisses it.
 */
export function CertificationBanner() {
  const path = usePagePath()
  return <Banner key={path} path={path} />
}

function Banner({ path }: { path: string }) {
  const t = useTexts(words)
  const { auth } = useSession()
  const [rejected] = useState(() =>
    openCertifications(auth).flatMap((tenant) =>
      telling.includes(path) && tenant.status === 'REJECT' ? stateOf(tenant) : [],
    ),
  )
  const [dismissed, setDismissed] = useState(() => (stored.get(key) ?? '').split('\n'))
  const open = openCertifications(auth)
  const shown = open.filter(
    (tenant) =>
      ![...dismissed, ...rejected].includes(stateOf(tenant)) &&
      // The landing page already shows the status of pending requests.
      !(path === landingPath && tenant.status === 'PREPARE'),
  )
  if (shown.length === 0) return null

  function dismiss(tenant: AuthTenant) {
    // Remove outdated states, so that the stored list does not grow.
    const states = open.map(stateOf).filter((state) => dismissed.includes(state) || state === stateOf(tenant))
    stored.set(key, states.join('\n'))
    setDismissed(states)
  }

  return (
    <section className={classes.banner} aria-label={t('banner.label')}>
      {shown.map((tenant) => (
        <Line key={tenant.id} tenant={tenant} onDismiss={() => dismiss(tenant)} />
      ))}
    </section>
  )
}

function Line({ tenant, onDismiss }: { tenant: AuthTenant; onDismiss: () => void }) {
  const t = useTexts(words)
  const times = useTimes()
  const { id, name, status, reject, modifyDateTime, viewerCan } = tenant
  return (
    <Notice
      tone={status === 'REJECT' ? 'err' : 'info'}
      action={
        <CloseButton
          size={24}
          iconSize={14}
          className={classes.dismiss}
          aria-label={t('banner.dismiss', { name })}
          onClick={onDismiss}
        />
      }
    >
      {status === 'REJECT' ? (
        <>
          {t('banner.REJECT', { name })} {reject}{' '}
          {viewerCan.rePrepare && (
            <Link to={landingPath} search={{ application: id }} className={`finger ${classes.mend}`}>
              {t('banner.mend')}
            </Link>
          )}
        </>
      ) : (
        t('banner.PREPARE', { name, time: times.dateTime(modifyDateTime) })
      )}
    </Notice>
  )
}
