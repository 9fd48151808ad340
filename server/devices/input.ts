import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { encodeMessage, type Field, opaqueSchema } from '../core/input.ts'
import { foldWidth, hasForbiddenCharacters, hasInvisibleCharacters } from '../core/text.ts'

/**
 * Whether the text is a valid device id. Ids are part of MQTT topics, in which the characters / + # have a
 * special meaning.
 */
export const isDeviceId = (id: string): boolean => /^[^\s/+#]{1,64}$/u.test(id) && !hasForbiddenCharacters(id)

/**
 * Returns the normalized form of an id for a new device, or the message key of an error. Ids of existing
 * devices are not checked.
 */
export function newDeviceId(written: string): { id: string } | { fault: 'device.invisible' | 'device.id' } {
  if (hasInvisibleCharacters(written)) return { fault: 'device.invisible' }
  const id = foldWidth(written)
  return isDeviceId(id) ? { id } : { fault: 'device.id' }
}

export const deviceIdSchema = v.pipe(opaqueSchema(128), v.check(isDeviceId, encodeMessage('device.id')))

export const deviceId = (): Field<string> => ({
  type: 'ID',
  list: false,
  required: true,
  schema: deviceIdSchema,
})

export type JsonObject = Record<string, unknown>

/** Whether PostgreSQL can store the text. It cannot store NUL characters and lone surrogates. */
const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.entries(value).every(([key, inner]) => isText(key) && isPlain(inner, depth - 1))
}

/** Accepts a JSON object of at most `max` bytes and at most 16 nested levels. */
export const jsonSchema = (max: number) =>
  v.pipe(
    v.custom<JsonObject>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value, 16),
      encodeMessage('field.invalid'),
    ),
    v.check(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= max,
      encodeMessage('json.tooLarge', { max: max / 1024 }),
    ),
  )

export const config = (): Field<JsonObject> => ({
  type: 'JSON',
  list: false,
  required: true,
  schema: jsonSchema(limits.device.config),
})
