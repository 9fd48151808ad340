import { required } from '../../contract/required.ts'
import { builder } from '../core/builder.ts'
import { boolean } from '../core/input.ts'
import { mutation, query } from '../core/operation.ts'
import { endEverySession } from '../sessions/store.ts'
import { keyStatuses, type ListedKey, listSigningKeys, rotateKeys } from './keys.ts'

const SigningKeyStatus = builder.enumType('SigningKeyStatus', {
  description:
    'SIGNS: the key signs tokens and audit seals. PUBLISHED: the key no longer signs, but tokens that it signed can still be valid. KEPT: the key only verifies ID tokens at sign-out.',
  values: keyStatuses,
})

const SigningKey = builder.objectRef<ListedKey>('SigningKey').implement({
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key id (kid) in the tokens' }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    retireDateTime: t.expose('retired_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When a newer key replaced it',
    }),
    status: t.expose('status', { type: SigningKeyStatus }),
    endDateTime: t.expose('ends_at', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the status ends, or null for the signing key. A key with status KEPT is deleted by the first rotation after that time.',
    }),
  }),
})

query({
  name: 'listSigningKey',
  description:
    'The newest hundred keys for tokens and audit seals, the current one first. Access: admin, security_management.',
  can: 'KEY_MANAGE',
  input: {},
  returns: [SigningKey],
  run: ({ context }) => listSigningKeys(context.db.query),
})

mutation({
  name: 'rotateSigningKey',
  description:
    'Creates a new key that signs tokens and audit seals within a minute. With leaked, previous keys become invalid at once and all sessions of all users end. Access: admin, security_management.',
  can: 'KEY_MANAGE',
  effects: ['SIGNING_KEYS'],
  input: { leaked: boolean() },
  returns: SigningKey,
  target: async () => ({ row: null }),

  async run({ tx, input: { leaked } }) {
    await rotateKeys(tx, { leaked })
    if (leaked) await endEverySession(tx)
    const [signing] = await listSigningKeys(tx)
    return required(signing, 'signing')
  },

  audit: ({ input: { leaked }, result }) => ({
    tenantId: null,
    targetType: 'key',
    targetId: result.id,
    changes: { leaked: [null, leaked] },
    always: true,
  }),
})
