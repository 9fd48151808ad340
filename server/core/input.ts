import * as v from 'valibot'
import type { MessageKey, MessageParams } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { badInput } from './errors.ts'
import { defaults } from './process/defaults.ts'
import {
  compose,
  foldShape,
  foldWidth,
  hasForbiddenCharacters,
  isStorable,
  isVisible,
  lengthOf,
  withoutForbidden,
} from './text.ts'
import { isTimeZone } from './time/zone.ts'

/** The name of a scalar type, or a reference to an enum or input type. */
type FieldType = 'String' | 'ID' | 'Int' | 'Boolean' | 'DateTime' | 'JSON' | object

/**
 * An input value with its GraphQL type and its validation. Input is validated only once, when it enters the
 * server.
 */
export interface Field<T> {
  type: FieldType
  list: boolean
  required: boolean
  /** Default value of the GraphQL argument. */
  initial?: T
  schema: v.GenericSchema<unknown, T>
}

export type Fields = Record<string, Field<unknown>>
export type InputOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/**
 * Returns a valibot message that contains a message key. The key is translated when the response is written.
 */
export const encodeMessage = (key: MessageKey, params?: MessageParams): string =>
  JSON.stringify([key, params])

/**
 * A string that PostgreSQL can store. A value of another type, such as a number or list, is reported as
 * invalid, not as missing.
 */
export const stringSchema = v.pipe(
  v.string(({ input }) => encodeMessage(input == null ? 'field.required' : 'field.invalid')),
  v.check(isStorable, encodeMessage('text.unstorable')),
)

/** Rejects text that would still be too long after normalization. Runs before more expensive checks. */
const bounded = (max: number) =>
  v.check<string, string>((value) => value.length <= 8 * max, encodeMessage('field.tooLong', { max }))

/**
 * Text of `min` to `max` characters after trimming and NFC normalization, without control characters. Unless
 * it is empty, it must contain a visible character.
 */
export const textSchema = ({ min, max }: { min: number; max: number }) =>
  v.pipe(
    stringSchema,
    v.transform((value) => value.trim()),
    bounded(max),
    v.transform(compose),
    v.check((value) => min === 0 || value.length > 0, encodeMessage('field.required')),
    v.check((value) => lengthOf(value) >= min, encodeMessage('field.tooShort', { min })),
    v.check((value) => lengthOf(value) <= max, encodeMessage('field.tooLong', { max })),
    v.check((value) => !hasForbiddenCharacters(value), encodeMessage('field.characters')),
    v.check((value) => value === '' || isVisible(value), encodeMessage('field.invisible')),
  )

/**
 * A search text, which can be as long as a name. Invisible characters, as in pasted phone numbers, are
 * removed.
 */
const searchSchema = v.pipe(
  stringSchema,
  v.transform((value) => withoutForbidden(value).trim()),
  bounded(limits.search),
  v.transform(compose),
  v.check(
    (value) => lengthOf(value) <= limits.search,
    encodeMessage('field.tooLong', { max: limits.search }),
  ),
)

/**
 * A value that is compared but never displayed, such as a code, login name or password. Only its length is
 * checked.
 */
export const opaqueSchema = (max: number) =>
  v.pipe(
    stringSchema,
    v.check((value) => value.length > 0, encodeMessage('field.required')),
    v.maxLength(max, encodeMessage('field.tooLong', { max })),
  )

export const emailSchema = v.pipe(
  stringSchema,
  v.maxLength(254 * 8, encodeMessage('email.invalid')),
  v.transform((value) => foldShape(value).trim()),
  v.nonEmpty(encodeMessage('field.required')),
  v.maxLength(254, encodeMessage('email.invalid')),
  v.rfcEmail(encodeMessage('email.invalid')),
  v.check((value) => !hasForbiddenCharacters(value), encodeMessage('email.invalid')),
)

export const usernameSchema = v.pipe(
  stringSchema,
  bounded(limits.username.max),
  v.transform((value) => foldWidth(value).trim()),
  v.nonEmpty(encodeMessage('field.required')),
  v.regex(
    new RegExp(`^[A-Za-z][A-Za-z0-9._-]{${limits.username.min - 1},${limits.username.max - 1}}$`),
    encodeMessage('username.format'),
  ),
)

/** The IANA name of a time zone. Defaults to REEVE_DEFAULT_TIME_ZONE. */
export const timeZoneSchema = v.nullish(
  v.pipe(
    stringSchema,
    v.maxLength(64, encodeMessage('field.tooLong', { max: 64 })),
    v.check(isTimeZone, encodeMessage('field.invalid')),
  ),
  () => defaults.defaultTimeZone,
)

const field = <T>(type: FieldType, schema: v.GenericSchema<unknown, T>): Field<T> => ({
  type,
  list: false,
  required: true,
  schema,
})

export const text = (bounds: { min: number; max: number }): Field<string> =>
  field('String', textSchema(bounds))
export const search = (): Field<string> => field('String', searchSchema)
export const opaque = (max: number): Field<string> => field('String', opaqueSchema(max))
export const email = (): Field<string> => field('String', emailSchema)
export const username = (): Field<string> => field('String', usernameSchema)
export const id = (): Field<string> => field('ID', opaqueSchema(128))

export const boolean = (initial?: boolean): Field<boolean> => ({
  ...field('Boolean', v.boolean()),
  initial,
})
export const timeZone = (): Field<string> => ({ ...field('String', timeZoneSchema), required: false })
export const instant = (): Field<Date> => field('DateTime', v.date())

export const integer = ({ min, max }: { min: number; max: number }, initial?: number): Field<number> => ({
  ...field(
    'Int',
    v.pipe(
      v.number(),
      v.check((value) => value >= min, encodeMessage('field.tooSmall', { min })),
      v.check((value) => value <= max, encodeMessage('field.tooLarge', { max })),
    ),
  ),
  ...(initial !== undefined && { initial }),
})

/** A field that holds one value of an enum. */
export const oneOf = <const V extends readonly string[]>(type: object, values: V): Field<V[number]> =>
  field(type, v.picklist(values))

/** A field of a GraphQL input type, validated by `schema`. */
export const object = <T>(type: object, schema: v.GenericSchema<unknown, T>): Field<T> => field(type, schema)

/** A list of at most `max` values. */
export const listOf = <T>(inner: Field<T>, max: number): Field<T[]> => ({
  type: inner.type,
  list: true,
  required: true,
  schema: v.pipe(v.array(inner.schema), v.maxLength(max, encodeMessage('field.tooMany', { max }))),
})

/**
 * An optional field. An omitted field has the value undefined and stays unchanged. A field with the value
 * null is cleared.
 */
export const optional = <T>({ type, list, schema }: Field<T>): Field<T | null | undefined> => ({
  type,
  list,
  required: false,
  schema: v.nullish(schema) as v.GenericSchema<unknown, T | null | undefined>,
})

/** A filter that matches any of up to `max` values. An empty list means no filter. */
export const setOf = <T>(inner: Field<T>, max: number): Field<T[] | null | undefined> => {
  const set = optional(listOf(inner, max))
  return {
    ...set,
    schema: v.pipe(
      set.schema,
      v.transform((values) => (values?.length ? values : undefined)),
    ),
  }
}

/**
 * Returns the validated input. Throws BAD_INPUT with the errors of all fields, so that the user can fix all
 * of them at once.
 */
export function checkInput<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input, { abortPipeEarly: true })
  if (result.success) return result.output
  const fields: Record<string, readonly [MessageKey, MessageParams?]> = {}
  for (const issue of result.issues) {
    // Build field names such as contact.email and areaIds. An error inside a list is reported for the whole
    // list.
    const keys = issue.path?.map(({ key }) => key).filter((key) => typeof key === 'string') ?? []
    const name = keys.join('.') || 'input'
    fields[name] ??= readMessage(issue.message)
  }
  throw badInput(fields)
}

/** Returns the message key and parameters that a valibot message contains. */
export function readMessage(message: string): readonly [MessageKey, MessageParams?] {
  // Messages of this project are JSON. Valibot's own messages (missing key, wrong type) are English text.
  if (!message.startsWith('[')) return [message.includes('undefined') ? 'field.required' : 'field.invalid']
  return JSON.parse(message) as [MessageKey, MessageParams?]
}

export const fieldsSchema = <F extends Fields>(fields: F): v.GenericSchema<unknown, InputOf<F>> =>
  v.object(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  ) as unknown as v.GenericSchema<unknown, InputOf<F>>
