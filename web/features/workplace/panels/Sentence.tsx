import { Fragment } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { useDescribe } from '../../../shared/audit/describe.ts'
import { words } from '../words.ts'
import { type ActivityGroup, activityOf } from './groups.ts'

type Activity = keyof typeof words.zh & `activity.${string}`

/** Maps each target type to the key of its text for several targets, for example "3 devices". */
const counted = new Map<string, 'devicesTold' | 'tenantsCount' | 'accountsCount' | 'codesCount'>([
  ['device', 'devicesTold'],
  ['tenant', 'tenantsCount'],
  ['account', 'accountsCount'],
  ['joinCode', 'codesCount'],
])

// Placeholders for the actor and the target, which are formatted separately. They are private-use characters,
// which do not occur in texts.
const [who, what] = ['\uE000', '\uE001']

/**
 * Describes a group of audit log entries in one sentence, with actor and target in bold. If there are several
 * targets, the sentence contains their number.
 */
export function Sentence({ group }: { group: ActivityGroup }) {
  const t = useTexts(words)
  const describe = useDescribe()
  const [newest] = group
  const { action, actor, target } = describe(newest)
  const key = `activity.${activityOf(newest)}`
  const own = newest.targetId === newest.actor?.id
  const known = Object.hasOwn(words.zh, key) ? (key as Activity) : own ? 'activity.own' : 'activity.other'
  const targets = new Set(group.map(({ targetId }) => targetId)).size
  const times = group.length > 1 && targets === 1 ? t('times', { count: group.length }) : ''
  const object =
    targets === 1 ? (target ?? '') : t(counted.get(newest.targetType) ?? 'thingsCount', { count: targets })
  const actors = new Set(group.map((activity) => activity.actor?.id)).size
  const subject = actors > 1 ? t('accountsCount', { count: actors }) : actor
  const parts = t(known, { who, what, action } as never).split(/([\uE000\uE001])/)
  return (
    <>
      {parts.map((part, index) => {
        const emphasized = part === who ? subject : part === what ? object : null
        return <Fragment key={index}>{emphasized === null ? part : <strong>{emphasized}</strong>}</Fragment>
      })}
      {times}
    </>
  )
}
