import { areaNames } from '../../shared/areas/areaNames.ts'
import { groupedPhone, nationalPhone } from '../../ui/fields/digits.ts'
import type { SubmittedVersion } from './certifications.ts'

const fields = [
  'name',
  'areas',
  'address',
  'contactName',
  'contactPhone',
  'contactEmail',
  'reference',
] as const
type Field = (typeof fields)[number]

/** Returns the lines of text of each field. An empty field has no lines. */
const linesOf: Record<Field, (certification: SubmittedVersion) => readonly (string | null | undefined)[]> = {
  name: ({ name }) => [name],
  areas: ({ areas }) => areaNames(areas),
  address: ({ address }) => [address],
  contactName: ({ contact }) => [contact?.name],
  contactPhone: ({ contact }) => [contact && groupedPhone(nationalPhone(contact.mobilePhone))],
  contactEmail: ({ contact }) => [contact?.email],
  reference: ({ reference }) => [reference],
}

interface Particular {
  field: Field
  now: readonly string[]
  /** The previously submitted value, or null if the value has not changed. */
  before: readonly string[] | null
}

/** Returns the submitted fields, with the previous values of changed fields. Changed fields come first. */
export function particulars(
  certification: SubmittedVersion,
  last: SubmittedVersion | undefined,
): Particular[] {
  const all = fields.map((field): Particular => {
    const now = written(linesOf[field](certification))
    const before = last && written(linesOf[field](last))
    return { field, now, before: before && before.join('\n') !== now.join('\n') ? before : null }
  })
  return [...all.filter(({ before }) => before), ...all.filter(({ before }) => !before)]
}

const written = (lines: readonly (string | null | undefined)[]): string[] =>
  lines.filter((line): line is string => Boolean(line))
