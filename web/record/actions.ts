import type { introspection } from '../lib/introspection.generated.ts'

/** The operations of the schema, named as the record names them. */
type Operation = Capitalize<keyof introspection['types']['Mutation']['fields'] & string>

/** What is in the record and no operation of the schema. */
type Other =
  | 'SignIn'
  | 'SignOut'
  | 'Register'
  | 'ResetPassword'
  | 'RefreshTokenReused'
  | 'ExpireTenant'
  | 'ExpireDevice'
  | 'ActivateDevice'
  | `Export${'Devices' | 'Events' | 'Members' | 'Operators' | 'Tenants'}`
  | `Import${'Devices' | 'Members'}`

export type Action = Operation | Other
