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

/** A scalar by name, or a reference to an enumeration or an input type. */
type FieldType = 'String' | 'ID' | 'Int' | 'Boolean' | 'DateTime' | 'JSON' | object

/** One value that comes from outside: its GraphQL type and the check that it passes once, at the edge. */
export interface Field<T> {
  type: FieldType
  list: boolean
  required: boolean
  /** The argument's value where it is left out. */
  initial?: T
  schema: v.GenericSchema<unknown, T>
}

export type Fields = Record<string, Field<unknown>>
export type Checked<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** A valibot message that carries one of our message keys; the words are chosen where the answer is written. */
export const say = (key: MessageKey, params?: MessageParams): string => JSON.stringify([key, params])

/** A number or a list is no missing value: it is refused. So is what a literal of GraphQL can spell and no database keeps. */
export const stringSchema = v.pipe(
  v.string(({ input }) => say(input == null ? 'field.required' : 'field.invalid')),
  v.check(isStorable, say('text.unstorable')),
)

/** Refuses a text that is too long in any spelling, before anything costly is done with it. */
const bounded = (max: number) =>
  v.check<string, string>((value) => value.length <= 8 * max, say('field.tooLong', { max }))

/** Text of `min` to `max` characters after trimming and NFC, without control characters, with a visible one. */
export const textSchema = ({ min, max }: { min: number; max: number }) =>
  v.pipe(
    stringSchema,
    v.transform((value) => value.trim()),
    bounded(max),
    v.transform(compose),
    v.check((value) => min === 0 || value.length > 0, say('field.required')),
    v.check((value) => lengthOf(value) >= min, say('field.tooShort', { min })),
    v.check((value) => lengthOf(value) <= max, say('field.tooLong', { max })),
    v.check((value) => !hasForbiddenCharacters(value), say('field.characters')),
    v.check((value) => value === '' || isVisible(value), say('field.invisible')),
  )

/** What a search box holds, up to the length of a name. Marks without a shape, as they come with pasted phones, are passed over. */
const searchSchema = v.pipe(
  stringSchema,
  v.transform((value) => withoutForbidden(value).trim()),
  bounded(limits.search),
  v.transform(compose),
  v.check((value) => lengthOf(value) <= limits.search, say('field.tooLong', { max: limits.search })),
)

/** What is compared, never shown: a code, a login id, a password; only its size is bounded here. */
export const opaqueSchema = (max: number) =>
  v.pipe(
    stringSchema,
    v.check((value) => value.length > 0, say('field.required')),
    v.maxLength(max, say('field.tooLong', { max })),
  )

export const emailSchema = v.pipe(
  stringSchema,
  v.maxLength(254 * 8, say('email.invalid')),
  v.transform((value) => foldShape(value).trim()),
  v.nonEmpty(say('field.required')),
  v.maxLength(254, say('email.invalid')),
  v.rfcEmail(say('email.invalid')),
  v.check((value) => !hasForbiddenCharacters(value), say('email.invalid')),
)

export const usernameSchema = v.pipe(
  stringSchema,
  bounded(limits.username.max),
  v.transform((value) => foldWidth(value).trim()),
  v.nonEmpty(say('field.required')),
  v.regex(
    new RegExp(`^[A-Za-z][A-Za-z0-9._-]{${limits.username.min - 1},${limits.username.max - 1}}$`),
    say('username.format'),
  ),
)

/** The IANA name of a time zone, for what depends on a calendar; that of REEVE_DEFAULT_TIME_ZONE if none is given. */
export const timeZoneSchema = v.nullish(
  v.pipe(
    stringSchema,
    v.maxLength(64, say('field.tooLong', { max: 64 })),
    v.check(isTimeZone, say('field.invalid')),
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
      v.check((value) => value >= min, say('field.tooSmall', { min })),
      v.check((value) => value <= max, say('field.tooLarge', { max })),
    ),
  ),
  ...(initial !== undefined && { initial }),
})

/** One of an enumeration's values. */
export const oneOf = <const V extends readonly string[]>(type: object, values: V): Field<V[number]> =>
  field(type, v.picklist(values))

/** An input type of the schema, checked by `schema`. */
export const object = <T>(type: object, schema: v.GenericSchema<unknown, T>): Field<T> => field(type, schema)

/** Up to `max` of them. */
export const listOf = <T>(inner: Field<T>, max: number): Field<T[]> => ({
  type: inner.type,
  list: true,
  required: true,
  schema: v.pipe(v.array(inner.schema), v.maxLength(max, say('field.tooMany', { max }))),
})

/** Omitted stays undefined (unchanged), null stays null (cleared). */
export const optional = <T>({ type, list, schema }: Field<T>): Field<T | null | undefined> => ({
  type,
  list,
  required: false,
  schema: v.nullish(schema) as v.GenericSchema<unknown, T | null | undefined>,
})

/** Values to filter by, up to `max`: any of them. An empty set is no filter, as one that is left out. */
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

/** Collects every fault of every field, so that its sender mends them all at once. */
export function checkInput<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const result = v.safeParse(schema, input, { abortPipeEarly: true })
  if (result.success) return result.output
  const fields: Record<string, readonly [MessageKey, MessageParams?]> = {}
  for (const issue of result.issues) {
    // contact.email, areaIds: where a list is wrong, the list is named.
    const keys = issue.path?.map(({ key }) => key).filter((key) => typeof key === 'string') ?? []
    const name = keys.join('.') || 'input'
    fields[name] ??= readMessage(issue.message)
  }
  throw badInput(fields)
}

/** The key that an issue of a schema carries. */
export function readMessage(message: string): readonly [MessageKey, MessageParams?] {
  // Messages of our own are JSON; valibot's own (a missing key, a wrong type) are English prose.
  if (!message.startsWith('[')) return [message.includes('undefined') ? 'field.required' : 'field.invalid']
  return JSON.parse(message) as [MessageKey, MessageParams?]
}

export const fieldsSchema = <F extends Fields>(fields: F): v.GenericSchema<unknown, Checked<F>> =>
  v.object(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  ) as unknown as v.GenericSchema<unknown, Checked<F>>
