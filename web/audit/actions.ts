import type { RecordWord } from '../../contract/audit/words.ts'
import type { introspection } from '../../contract/introspection.generated.ts'

/** The operations of the schema, named as the record names them. */
type Operation = Capitalize<keyof introspection['types']['Mutation']['fields'] & string>

/** Every operation, and all else that the record has words for: `SignIn` of `action.SignIn`. */
export type Action = Operation | NameIn<RecordWord>

type NameIn<Word> = Word extends `action.${infer Name}` ? Name : never
