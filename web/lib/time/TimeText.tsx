import { useTimes } from './time.ts'

interface TimeTextProps {
  at: string | number
  /** Name of a format in time.ts. */
  as: 'date' | 'dateTime' | 'moment' | 'recent'
  className?: string
}

/** Shows a timestamp in the viewer's time zone and language, with the exact time in a tooltip. */
export function TimeText({ at, as, className }: TimeTextProps) {
  const times = useTimes()
  return (
    <time
      className={className}
      dateTime={typeof at === 'number' ? new Date(at).toISOString() : at}
      title={times.exact(at)}
    >
      {times[as](at)}
    </time>
  )
}
