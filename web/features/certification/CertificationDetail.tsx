import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronDown } from '#icons'
import { IconArrowLeft, IconChevronUp, IconClick } from '#icons/page'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { Applicant } from './Applicant.tsx'
import { type Certification, certificationOptions } from './certifications.ts'
import { Decision } from './Decision.tsx'
import { History } from './History.tsx'
import { Particulars } from './Particulars.tsx'
import classes from './ReviewPage.module.css'
import { words } from './words.ts'

interface MovesProps {
  /** Position of the request in the list, or undefined if the list does not contain it. */
  place: { at: number; count: number } | undefined
  /** Returns to the list. Undefined if the list is visible next to the request. */
  onBack: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

interface DetailProps extends MovesProps {
  /** Id of the selected request, or '' if none is selected. */
  id: string
  /** Whether the list contains no requests. */
  empty: boolean
  onSelect: (id: string) => void
}

/** Shows an organization request: changes, submitted data, applicant, history and decision. */
export function CertificationDetail({ id, empty, onSelect, ...moves }: DetailProps) {
  const t = useTexts(words)
  const query = useQuery(certificationOptions(id))
  const { data, error, isFetching } = query

  if (!id || data === null) {
    const gone = id !== ''
    return (
      <div className={classes.detail}>
        {moves.onBack && <Moves {...moves} />}
        <div className={classes.state}>
          {(gone || !empty) && (
            <EmptyState icon={<IconClick size={26} stroke={1.6} />} title={t(gone ? 'gone' : 'choose')}>
              {gone && t('goneText')}
            </EmptyState>
          )}
        </div>
      </div>
    )
  }
  if (data) {
    return (
      <section className={classes.detail} aria-label={data.name}>
        <Head certification={data} moves={moves} />
        <div className={classes.body}>
          <Particulars certification={data} />
          <aside className={classes.aside}>
            <Applicant certification={data} onSelect={onSelect} />
            <History certification={data} />
          </aside>
        </div>
        <Decision certification={data} onNext={moves.onNext} />
      </section>
    )
  }
  if (error && !isFetching) {
    return (
      <div className={classes.detail}>
        <div className={classes.state}>
          <LoadError title={t('failed')} query={query} />
        </div>
      </div>
    )
  }
  return (
    <div className={classes.detail} aria-busy="true">
      <div className={classes.placeholder}>
        <Bar width={280} height={24} />
        <Bar width={200} />
        <Bar height={260} />
      </div>
    </div>
  )
}

function Head({ certification, moves }: { certification: Certification; moves: MovesProps }) {
  const t = useTexts(words)
  const times = useTimes()
  const { name, number, applicant, submitDateTime } = certification
  return (
    <header className={classes.head}>
      <Initial name={name} size={40} own square />
      <div className={classes.headText}>
        <h2 className={classes.title}>
          {name}
          {number > 1 && <Tag tone="warn">{t('times', { count: number })}</Tag>}
        </h2>
        <div className={classes.submitted}>
          {t('submitted', {
            name: applicant?.name ?? t('unknown'),
            time: times.dateTime(submitDateTime),
          })}
        </div>
      </div>
      <Moves {...moves} />
    </header>
  )
}

function Moves({ place, onBack, onPrevious, onNext }: MovesProps) {
  const t = useTexts(words)
  return (
    <div className={classes.moves}>
      {onBack && (
        <Button
          variant="default"
          className={classes.back}
          leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
          onClick={onBack}
        >
          {t('back')}
        </Button>
      )}
      {place && t('place', { place: place.at, count: place.count })}
      <ActionIcon
        variant="default"
        aria-label={t('previous')}
        title={t('previous')}
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <IconChevronUp size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('next')}
        title={t('next')}
        disabled={!onNext}
        onClick={onNext}
      >
        <IconChevronDown size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
