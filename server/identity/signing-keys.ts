import { required } from '../../contract/required.ts'
import { builder } from '../core/builder.ts'
import { boolean } from '../core/input.ts'
import { mutation, query } from '../core/operation.ts'
import { endEverySession } from '../sessions/store.ts'
import { keyStatuses, type ListedKey, listSigningKeys, rotateKeys } from './keys.ts'

const SigningKeyStatus = builder.enumType('SigningKeyStatus', {
  description:
    'SIGNS: tokens and seals, now. PUBLISHED: no more, but the last token that it signed may still live. KEPT: for ID tokens that name a session to end',
  values: keyStatuses,
})

const SigningKey = builder.objectRef<ListedKey>('SigningKey').implement({
  fields: (t) => ({
    id: t.exposeID('id', { description: 'the kid of its tokens' }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    retireDateTime: t.expose('retired_at', {
      type: 'DateTime',
      nullable: true,
      description: 'when a newer one took over',
    }),
    status: t.expose('status', { type: SigningKeyStatus }),
    endDateTime: t.expose('ends_at', {
      type: 'DateTime',
      nullable: true,
      description:
        'when its status ends; null while it signs. KEPT: the first rotation after it throws it away',
    }),
  }),
})

query({
  name: 'listSigningKey',
  description:
    'the newest hundred keys of tokens and seals, the one that signs first. who: admin, security_management',
  can: 'KEY_MANAGE',
  input: {},
  returns: [SigningKey],
  run: ({ context }) => listSigningKeys(context.db.query),
})

mutation({
  name: 'rotateSigningKey',
  description:
    'a new key signs tokens and seals within a minute. leaked: the keys before it are worth nothing at once, every session of everybody ends. who: admin, security_management',
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
