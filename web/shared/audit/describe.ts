import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  actionKeyOf,
  actorOf,
  type Change,
  changesOf,
  targetOf,
  word,
} from '../../../contract/audit/event-texts.ts'
import { useSession } from '../../lib/session/session.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { codeLabelsOptions, type EventRow } from './events.ts'
import { words } from './words.ts'

export interface EventDescription {
  action: string
  actor: string
  /** Name of the target, or null if the viewer cannot see the target. */
  target: string | null
  changes: readonly Change[]
}

/**
 * Returns a function that describes audit events. The function stays the same until the language, the account
 * or the labels of the permission codes change.
 */
export function useDescribe(): (event: EventRow) => EventDescription {
  const t = useTexts(words)
  const locale = useLocale()
  const { dateTime } = useTimes()
  const { auth } = useSession()
  const { data: codes } = useQuery(codeLabelsOptions(locale))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats follow the language
  return useMemo(() => {
    const speech = { t, dateTime, codes: codes ?? new Map<string, string>() }
    return (event) => ({
      action: word(t, 'action', actionKeyOf(event)),
      actor: event.actor?.id === auth.id ? t('you') : actorOf(t, event),
      target: targetOf(t, event),
      changes: changesOf(speech, event),
    })
  }, [t, locale, codes, auth.id])
}
