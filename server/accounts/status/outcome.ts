import { type Locale, type MessageKey, messageText } from '../../../contract/errors.ts'
import { builder } from '../../core/builder.ts'

/** Why a bulk call did not change an account. For a conflict, this is a message key. */
export type Rejection = 'UNCHANGED' | 'FORBIDDEN' | MessageKey

export const OperatorResult = builder.enumType('OperatorResult', {
  values: {
    CHANGED: {},
    UNCHANGED: { description: 'The account or member already had this state' },
    FORBIDDEN: { description: 'The caller is not permitted to change this account or member' },
    CONFLICT: { description: 'The change is not possible; `message` contains the reason' },
  },
})

const plain = ['CHANGED', 'UNCHANGED', 'FORBIDDEN'] as const
const isPlain = (result: Rejection | 'CHANGED'): result is (typeof plain)[number] =>
  (plain as readonly string[]).includes(result)

export const resultOf = (result: Rejection | 'CHANGED') => (isPlain(result) ? result : 'CONFLICT')

export const messageOf = (result: Rejection | 'CHANGED', locale: Locale): string | null =>
  isPlain(result) ? null : messageText(result, locale)
