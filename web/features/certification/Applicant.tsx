import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { StatusText, Tag } from '../../ui/feedback/StatusText.tsx'
import type { Tone } from '../../ui/feedback/status.ts'
import { shownPhone } from '../../ui/fields/digits.ts'
import classes from './Aside.module.css'
import { byApplicantOptions, type Certification } from './certifications.ts'
import { words } from './words.ts'

const tones: Record<Certification['status'], Tone> = {
  PREPARE: 'warn',
  FINISH: 'ok',
  REJECT: 'err',
  WITHDRAWN: 'neutral',
}

/** Shows the applicant and the applicant's other requests. */
export function Applicant({
  certification: { history, applicant, contact },
  onSelect,
}: {
  certification: Certification
  onSelect: (id: string) => void
}) {
  const t = useTexts(words)
  const times = useTimes()
  const others = useQuery({ ...byApplicantOptions(applicant?.id ?? ''), enabled: applicant !== null })
  // The applicant's phone number is omitted below if it equals the contact's, because the submitted data
  // already shows the contact's number.
  const phone = shownPhone(applicant?.profile.mobilePhone ?? null)
  // Excludes earlier requests for this organization, because the history shows them.
  const rows = others.data?.data.filter((row) => !history.some(({ id }) => id === row.id))
  const count = others.data ? others.data.count - history.length : 0

  return (
    <section className={classes.block}>
      <h3>{t('applicant')}</h3>
      {applicant ? (
        <div className={classes.person}>
          <Initial name={applicant.name} size={32} />
          <div className={classes.personText}>
            <div className={classes.strong}>
              {applicant.name} {!applicant.profile.enabled && <Tag tone="err">{t('disabled')}</Tag>}
            </div>
            <div className={classes.small}>
              {phone !== shownPhone(contact?.mobilePhone ?? null) && (
                <>
                  {phone}
                  <br />
                </>
              )}
              {t('registered', { date: times.date(applicant.profile.createdTimestamp) })}
            </div>
          </div>
        </div>
      ) : (
        <p className={classes.small}>{t('unknown')}</p>
      )}
      {rows ? (
        rows.length ? (
          <>
            <h4>{t('others', { count })}</h4>
            <ul className={classes.others}>
              {rows.map((row) => (
                <li key={row.id}>
                  <button type="button" className="link" onClick={() => onSelect(row.id)}>
                    {row.name}
                  </button>
                  <div className={classes.small}>
                    <StatusText tone={tones[row.status]}>{t(`status.${row.status}`)}</StatusText>
                    {' · '}
                    {times.date(row.decideDateTime ?? row.submitDateTime)}
                  </div>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className={classes.small}>{t('othersNone')}</p>
        )
      ) : (
        applicant && !others.error && <Bar width={120} />
      )}
    </section>
  )
}
