import * as v from 'valibot'
import { limits } from '../../../contract/limits.ts'
import { first } from '../../../contract/required.ts'
import { type PalgoRole, palgoRoles } from '../../../contract/states.ts'
import { phoneSchema } from '../../accounts/phones/phone.ts'
import { encodeMessage, textSchema } from '../../core/input.ts'
import { roleLabels } from '../../core/words.ts'
import { columns as exported, memberColumns } from '../export-columns.ts'
import { examples, notes, nothing } from './words.ts'

const rolesByName = new Map<string, PalgoRole>(
  palgoRoles.flatMap((role) =>
    [role, ...roleLabels[role]].map((name): [string, PalgoRole] => [name.toLowerCase(), role]),
  ),
)

/**
 * Parses names that are separated by commas or semicolons of any kind, or by line breaks. 无 and "none" give
 * an empty list.
 */
const namesSchema = v.pipe(
  v.string(),
  v.maxLength(4_000, encodeMessage('field.tooLong', { max: 4_000 })),
  v.transform((text) => {
    const names = text
      .split(/[,\uff0c\u3001;\uff1b\n]/)
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean)
    return names.length === 1 && nothing.includes(first(names, 'names')) ? [] : names
  }),
)

const name = textSchema(limits.name)

export const columns = {
  mobilePhone: {
    title: exported.mobilePhone.title,
    note: notes.mobilePhone,
    example: '13800138000',
    required: true,
    width: 20,
    schema: phoneSchema,
  },
  name: { title: exported.name.title, note: notes.name, example: examples.name, schema: name },
  displayName: {
    title: memberColumns.displayName.title,
    note: notes.displayName,
    example: examples.displayName,
    width: 20,
    schema: name,
  },
  roles: {
    title: memberColumns.roles.title,
    note: notes.roles,
    example: examples.roles,
    width: 28,
    schema: v.pipe(
      namesSchema,
      v.check((names) => names.every((each) => rolesByName.has(each)), encodeMessage('role.unknown')),
      v.transform((names) => {
        const given = new Set(names.map((each) => rolesByName.get(each)))
        return palgoRoles.filter((role) => given.has(role))
      }),
    ),
  },
  authCodes: {
    title: memberColumns.authCodes.title,
    note: notes.authCodes,
    example: 'data_view, data_download',
    width: 28,
    // planMembers validates the names later, because the valid permissions are in the database.
    schema: namesSchema,
  },
} as const
