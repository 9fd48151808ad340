import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../lib/session.ts'
import { type Translate, useLocale, useTexts } from '../lib/texts.ts'
import { useTimes } from '../lib/time.ts'
import { codeLabelsOptions, type EventRow } from './events.ts'

export interface Change {
  field: string
  label: string
  /** null: there was, or is, nothing. */
  before: string | null
  after: string | null
}

export interface Described {
  action: string
  actor: string
  /** What it was done to; null where that is not to be seen. */
  target: string | null
  changes: readonly Change[]
}

interface Speech {
  t: Translate<'record'>
  dateTime: (instant: string) => string
  codes: ReadonlyMap<string, string>
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Words for events as the record has them; the same function until the language changes. */
export function useDescribe(): (event: EventRow) => Described {
  const t = useTexts('record')
  const locale = useLocale()
  const { dateTime } = useTimes()
  const { auth } = useSession()
  const { data: codes } = useQuery(codeLabelsOptions(locale))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats follow the language
  return useMemo(() => {
    const speech = { t, dateTime, codes: codes ?? new Map<string, string>() }
    return (event) => ({
      action: word(t, 'action', event.action),
      actor: actorOf(t, event, auth.id),
      target: targetOf(t, event),
      changes: Object.entries(event.changes as Record<string, unknown>)
        .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
        .map(([field, pair]) => changeOf(speech, event, field, pair)),
    })
  }, [t, locale, codes, auth.id])
}

/** `action.SignIn`; a name that has no words yet shows as it is. */
export function word(t: Translate<'record'>, kind: 'action' | 'field' | 'target', name: string): string {
  const key = `${kind}.${name}`
  const text = t(key as 'action.SignIn')
  return text === key ? name : text
}

/** What says most comes first; the others as the server gives them. */
const foremost = ['member', 'members', 'operatorId', 'status', 'reject', 'name', 'tenantId', 'ownerId']
const placeOf = (field: string): number =>
  foremost.includes(field) ? foremost.indexOf(field) : foremost.length

function actorOf(t: Translate<'record'>, event: EventRow, me: string): string {
  if (event.actor) return event.actor.id === me ? t('you') : event.actor.name
  if (event.actorHidden) return t('hidden')
  return event.targetType === 'tenant' || event.targetType === 'device' ? t('system') : t('nobody')
}

function targetOf(t: Translate<'record'>, { targetType, targetId, names }: EventRow): string | null {
  if (!targetId) return null
  return nameIn(names, targetId) ?? `${word(t, 'target', targetType)} ${targetId.slice(0, 8)}`
}

export const nameIn = (names: unknown, id: string): string | undefined =>
  (names as Record<string, string>)[id]

function changeOf(speech: Speech, event: EventRow, field: string, pair: unknown): Change {
  const [before, after] = Array.isArray(pair) ? pair : [null, pair]
  const say = (value: unknown) => saidOf(speech, event, field, value) || null
  return {
    field,
    label: nameIn(event.names, field) ?? word(speech.t, 'field', field),
    before: say(before),
    after: say(after),
  }
}

function saidOf(speech: Speech, event: EventRow, field: string, value: unknown): string {
  const { t, dateTime, codes } = speech
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return value.map((each) => saidOf(speech, event, field, each)).join(t('between'))
  if (typeof value === 'object') {
    // What one of several members holds.
    return Object.entries(value)
      .map(([inner, each]) => saidOf(speech, event, inner, each))
      .filter(Boolean)
      .join(t('between'))
  }
  const text = String(value)
  if (instant.test(text)) return dateTime(text)
  if (field === 'roles') return t(`role.${text}` as 'role.VIEWER')
  if (field === 'authCodes') return codes.get(text) ?? text
  if (field === 'status')
    return t(`${event.targetType === 'device' ? 'device' : 'tenant'}.${text}` as 'tenant.FINISH')
  return nameIn(event.names, text) ?? text
}
