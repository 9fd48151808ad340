import { required } from '../../../contract/required.ts'
import { builder } from '../../core/builder.ts'
import { boolean } from '../../core/input.ts'
import { mutation, query } from '../../core/operation.ts'
import { endEverySession } from '../../sessions/store.ts'
import { rotateKeys } from './keys.ts'
import { keyStatuses, type ListedKey, listSigningKeys } from './list.ts'

const SigningKeyStatus = builder.enumType('SigningKeyStatus', {
  description:
    'NEXT: the key is published and will start to sign later. SIGNS: the key signs tokens and audit seals. PUBLISHED: the key no longer signs, but tokens that it signed can still be valid. KEPT: the key is no longer published and only verifies ID tokens at sign-out.',
  values: keyStatuses,
})

const SigningKey = builder.objectRef<ListedKey>('SigningKey').implement({
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key ID, as in the `kid` header of tokens' }),
    algorithm: t.exposeString('algorithm', { description: 'Signature algorithm: RS256 or ES256' }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    signDateTime: t.expose('signs_at', {
      type: 'DateTime',
      description: 'When the key started or will start to sign',
    }),
    retireDateTime: t.expose('retired_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When a newer key replaced this key; null if no newer key has replaced it',
    }),
    status: t.expose('status', { type: SigningKeyStatus }),
    endDateTime: t.expose('ends_at', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the current status ends; null for a signing key without a successor. A key with status KEPT is deleted by the first rotation after this time.',
    }),
  }),
})

query({
  name: 'listSigningKey',
  description:
    'Returns the keys that sign tokens and audit seals, newest first, at most 100. Access: admin, security_management.',
  can: 'KEY_MANAGE',
  input: {},
  returns: [SigningKey],
  run: ({ context }) => listSigningKeys(context.db.query),
})

mutation({
  name: 'rotateSigningKey',
  description:
    'Creates new keys for tokens and audit seals. They are published at once and start to sign after five minutes. With `leaked`, they sign at once, all previous keys become invalid, and all sessions of all users end. Access: admin, security_management.',
  can: 'KEY_MANAGE',
  effects: ['SIGNING_KEYS'],
  input: { leaked: boolean() },
  returns: SigningKey,
  target: async () => ({ row: null }),

  async run({ tx, input: { leaked } }) {
    const { kid } = await rotateKeys(tx, { leaked })
    if (leaked) await endEverySession(tx)
    const created = (await listSigningKeys(tx)).find((key) => key.id === kid)
    return required(created, 'created')
  },

  audit: ({ input: { leaked }, result }) => ({
    tenantId: null,
    targetType: 'key',
    targetId: result.id,
    changes: { leaked: [null, leaked] },
    always: true,
  }),
})
