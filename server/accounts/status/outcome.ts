import { type Locale, type MessageKey, messageText } from '../../../contract/errors.ts'
import { builder } from '../../core/builder.ts'

/** Why a call over several left one as it was: a message says which conflict. */
export type Kept = 'UNCHANGED' | 'FORBIDDEN' | MessageKey

/** What became of one of several accounts, or of one of several members. */
export const OperatorResult = builder.enumType('OperatorResult', {
  values: {
    CHANGED: {},
    UNCHANGED: { description: 'it is that already' },
    FORBIDDEN: { description: 'the caller may not' },
    CONFLICT: { description: 'message says why' },
  },
})

const plain = ['CHANGED', 'UNCHANGED', 'FORBIDDEN'] as const
const isPlain = (result: Kept | 'CHANGED'): result is (typeof plain)[number] =>
  (plain as readonly string[]).includes(result)

export const resultOf = (result: Kept | 'CHANGED') => (isPlain(result) ? result : 'CONFLICT')

/** null where the result says it all. */
export const messageOf = (result: Kept | 'CHANGED', locale: Locale): string | null =>
  isPlain(result) ? null : messageText(result, locale)
