import { required } from '../../contract/required.ts'
import { builder } from '../core/builder.ts'
import { type Context, viewerOf } from '../core/context.ts'
import { batched } from '../core/loader.ts'
import { may, type Viewer } from '../core/viewer.ts'
import { mayEnable } from './status/mutations.ts'
import { hasOtherAdmin } from './status/store.ts'
import type { AccountRow } from './store.ts'
import { mayManage, mayReset } from './target.ts'
import { Operator } from './types.ts'

interface Abilities {
  viewer: Viewer
  account: AccountRow
  manages: boolean
  own: boolean
}

/** Whether an account owns or manages an organization. */
const loadRunner = batched<boolean>(
  'runner',
  async ({ db, services }, ids) =>
    new Map([...(await services.findRunners(db.query, ids))].map((id) => [id, true])),
  false,
)

/** Of the viewer alone, once for all rows that are theirs. */
const loadOtherAdmin = batched<boolean>(
  'otherAdmin',
  async ({ db }, [own]) =>
    new Map([[required(own, 'own'), await hasOtherAdmin(db.query, required(own, 'own'))]]),
  false,
)

/** As mayManage, for what one could become the account by. */
const credentials = async ({ viewer, account }: Abilities, context: Context): Promise<boolean> =>
  viewer.admin || !(await loadRunner(context, account.id))

const others = ({ manages, own }: Abilities): boolean => manages && !own

/** Whoever closed it, an administrator's word is the one that counts. */
const closes = ({ viewer, account, own }: Abilities): boolean =>
  !own && may(viewer, 'ACCOUNT_CLOSE') && (account.closes_at === null || account.closed_by === account.id)

const appoints = ({ viewer }: Abilities): boolean => may(viewer, 'ACCOUNT_APPOINT')

const OperatorCan = builder.objectRef<Abilities>('OperatorCan').implement({
  description:
    "What the viewer may do with an account as it is now; one's own phone, password and sessions are for the page of the account",
  fields: (t) => ({
    update: t.boolean({ description: 'the nick name', resolve: ({ manages }) => manages }),
    changePhone: t.boolean({
      resolve: async (asked, _args, context) => others(asked) && credentials(asked, context),
    }),
    resetPassword: t.boolean({
      resolve: async (asked, _args, context) => {
        const { viewer, account, own } = asked
        return !own && !account.closes_at && mayReset(viewer, account) && credentials(asked, context)
      },
    }),
    disable: t.boolean({ resolve: (asked) => others(asked) && asked.account.enabled }),
    enable: t.boolean({ resolve: (asked) => !asked.own && mayEnable(asked.viewer, asked.account) }),
    endSessions: t.boolean({
      resolve: (asked) =>
        others(asked) ||
        (!asked.own && !asked.account.closes_at && may(asked.viewer, 'ACCOUNT_SESSIONS_END')),
    }),
    seeSessions: t.boolean({
      description: 'profile.sessions, which are empty for anyone else',
      resolve: ({ viewer, own }) => own || may(viewer, 'ACCOUNT_SESSIONS_SEE'),
    }),
    close: t.boolean({ resolve: (asked) => closes(asked) }),
    appoint: t.boolean({
      description: 'as a platform administrator',
      resolve: (asked) => appoints(asked) && !asked.own && !asked.account.admin && asked.account.enabled,
    }),
    dismiss: t.boolean({
      description: 'as a platform administrator',
      resolve: async (asked, _args, context) =>
        appoints(asked) && asked.account.admin && (!asked.own || loadOtherAdmin(context, asked.account.id)),
    }),
    grant: t.boolean({
      description: 'platform-wide codes',
      resolve: ({ viewer, account }) => !account.closes_at && may(viewer, 'ACCOUNT_GRANT'),
    }),
  }),
})

builder.objectField(Operator, 'viewerCan', (t) =>
  t.field({
    type: OperatorCan,
    resolve: (account, _args, context) => {
      const viewer = viewerOf(context)
      const own = account.id === viewer.accountId
      return { viewer, account, manages: !account.closes_at && mayManage(viewer, account), own }
    },
  }),
)

interface Closing {
  dateTime: Date
  byOwner: boolean
}

const AccountClosing = builder.objectRef<Closing>('AccountClosing').implement({
  description: 'An account that is being closed',
  fields: (t) => ({
    dateTime: t.expose('dateTime', { type: 'DateTime', description: 'until then it can be taken back' }),
    byOwner: t.exposeBoolean('byOwner', {
      description: 'its owner asked for it and takes it back by signing in; else an administrator does',
    }),
  }),
})

builder.objectField(Operator, 'closing', (t) =>
  t.field({
    type: AccountClosing,
    nullable: true,
    description:
      'null where it is not being closed, and for anyone but admin, account_management, security_management',
    resolve: ({ id, closes_at: dateTime, closed_by }, _args, context) =>
      dateTime && may(viewerOf(context), 'ACCOUNT_READ') ? { dateTime, byOwner: closed_by === id } : null,
  }),
)

builder.objectField(Operator, 'modifyDateTime', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'of its last change; null for anyone but admin, account_management, security_management',
    resolve: ({ modified_at }, _args, context) =>
      may(viewerOf(context), 'ACCOUNT_READ') ? modified_at : null,
  }),
)
