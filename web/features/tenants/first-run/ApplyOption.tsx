import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { graphql, request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useCertificationInUrl } from '../certificationInUrl.ts'
import { useTenantDialogs } from '../dialogs.ts'
import { TenantCell } from '../TenantCell.tsx'
import tenantClasses from '../Tenants.module.css'
import { hasRoomToApply, openCertifications } from '../tenants.ts'
import { words as tenantWords } from '../words.ts'
import classes from './FirstRun.module.css'
import { ApplyPicture } from './pictures.tsx'
import { StartOption } from './StartOption.tsx'
import { words } from './words.ts'

const usualQuery = graphql(`
  query GetReviewTime { getReviewTime }
`)

/**
 * Query options for the usual duration of a review in minutes. The data is null if there have been too few
 * reviews.
 */
const usualOptions = queryOptions({
  queryKey: ['reviewTime'],
  queryFn: async ({ signal }) => (await request(usualQuery, {}, signal)).getReviewTime,
  staleTime: 3_600_000,
})

/**
 * Offers to request an organization. Shows the steps and how long they take, or the status of existing
 * requests.
 */
export function ApplyOption() {
  const t = useTexts(words)
  const { auth } = useSession()
  const { open, dialog } = useTenantDialogs()
  const certifications = openCertifications(auth)
  useCertificationInUrl(auth, open)
  return (
    <StartOption
      picture={<ApplyPicture />}
      title={t(certifications.length ? 'applied' : 'apply')}
      text={t('applyText')}
    >
      {certifications.length ? (
        <ul className={`${tenantClasses.cells} ${classes.certifications}`}>
          {certifications.map((tenant) => (
            <TenantCell key={tenant.id} tenant={tenant} open={open} />
          ))}
        </ul>
      ) : (
        <Steps />
      )}
      <Start another={certifications.length > 0} room={hasRoomToApply(auth)} onStart={() => open('apply')} />
      {dialog}
    </StartOption>
  )
}

function Start({ another, room, onStart }: { another: boolean; room: boolean; onStart: () => void }) {
  const t = useTexts(words)
  const tenant = useTexts(tenantWords)
  const full = useId()
  return (
    <div className={classes.action}>
      <Button
        variant="default"
        size="md"
        disabled={!room}
        aria-describedby={room ? undefined : full}
        onClick={onStart}
      >
        {t(another ? 'another' : 'start')}
      </Button>
      {!room && (
        <span id={full} className={classes.second}>
          {tenant('tooMany', { max: limits.pendingCertifications })}
        </span>
      )}
    </div>
  )
}

function Steps() {
  const t = useTexts(words)
  const usual = useUsual()
  const steps = [
    [t('fill'), t('fillText'), t('fillTime')],
    [t('review'), t('reviewText'), usual],
    [t('begin'), t('beginText'), t('beginTime')],
  ] as const
  return (
    <ol className={classes.steps}>
      {steps.map(([title, text, time]) => (
        <li key={title} className={classes.step}>
          <div className={classes.words}>
            <div>{title}</div>
            <div className={classes.second}>{text}</div>
          </div>
          {time && <span className={`tabular ${classes.second}`}>{time}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Returns a text with the usual duration of a review, rounded up to hours or days. */
function useUsual(): string | undefined {
  const t = useTexts(words)
  const { data: minutes } = useQuery(usualOptions)
  if (minutes == null) return
  const hours = Math.ceil(minutes / 60)
  if (hours <= 1) return t('usualHour')
  return hours < 24 ? t('usualHours', { count: hours }) : t('usualDays', { count: Math.ceil(hours / 24) })
}
