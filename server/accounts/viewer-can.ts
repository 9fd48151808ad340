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

const loadManagesOrganization = batched<boolean>(
  'runner',
  async ({ db, services }, ids) =>
    new Map([...(await services.findOrganizationManagers(db.query, ids))].map((id) => [id, true])),
  false,
)

/** Whether an administrator other than the viewer exists. All rows of a list share one query. */
const loadOtherAdmin = batched<boolean>(
  'otherAdmin',
  async ({ db }, [own]) =>
    new Map([[required(own, 'own'), await hasOtherAdmin(db.query, required(own, 'own'))]]),
  false,
)

const canSetCredentials = async ({ viewer, account }: Abilities, context: Context): Promise<boolean> =>
  viewer.admin || !(await loadManagesOrganization(context, account.id))

const canManageOther = ({ manages, own }: Abilities): boolean => manages && !own

/**
 * Whether the viewer can close an account. An administrator can also close an account that its owner has
 * already closed.
 */
const canClose = ({ viewer, account, own }: Abilities): boolean =>
  !own && may(viewer, 'ACCOUNT_CLOSE') && (account.closes_at === null || account.closed_by === account.id)

const canAppoint = ({ viewer }: Abilities): boolean => may(viewer, 'ACCOUNT_APPOINT')

const OperatorCan = builder.objectRef<Abilities>('OperatorCan').implement({
  description:
    'Actions that the viewer can perform on an account in its current state. Viewers change their own phone number, password and sessions with other operations.',
  fields: (t) => ({
    update: t.boolean({
      description: 'Whether the viewer can change the nickname',
      resolve: ({ manages }) => manages,
    }),
    changePhone: t.boolean({
      resolve: async (abilities, _args, context) =>
        canManageOther(abilities) && canSetCredentials(abilities, context),
    }),
    resetPassword: t.boolean({
      resolve: async (abilities, _args, context) => {
        const { viewer, account, own } = abilities
        return (
          !own && !account.closes_at && mayReset(viewer, account) && canSetCredentials(abilities, context)
        )
      },
    }),
    disable: t.boolean({ resolve: (abilities) => canManageOther(abilities) && abilities.account.enabled }),
    enable: t.boolean({
      resolve: (abilities) => !abilities.own && mayEnable(abilities.viewer, abilities.account),
    }),
    endSessions: t.boolean({
      resolve: (abilities) =>
        canManageOther(abilities) ||
        (!abilities.own && !abilities.account.closes_at && may(abilities.viewer, 'ACCOUNT_SESSIONS_END')),
    }),
    seeSessions: t.boolean({
      description: "Whether the viewer can see the account's sessions. If not, profile.sessions is empty.",
      resolve: ({ viewer, own }) => own || may(viewer, 'ACCOUNT_SESSIONS_SEE'),
    }),
    close: t.boolean({ resolve: (abilities) => canClose(abilities) }),
    appoint: t.boolean({
      description: 'Whether the viewer can appoint the account as a platform administrator',
      resolve: (abilities) =>
        canAppoint(abilities) && !abilities.own && !abilities.account.admin && abilities.account.enabled,
    }),
    dismiss: t.boolean({
      description: 'Whether the viewer can remove the account from the platform administrators',
      resolve: async (abilities, _args, context) =>
        canAppoint(abilities) &&
        abilities.account.admin &&
        (!abilities.own || loadOtherAdmin(context, abilities.account.id)),
    }),
    grant: t.boolean({
      description: "Whether the viewer can change the account's platform-wide permission codes",
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

interface ClosureState {
  dateTime: Date
  byOwner: boolean
}

const AccountClosing = builder.objectRef<ClosureState>('AccountClosing').implement({
  description: 'Details of the pending closure of an account',
  fields: (t) => ({
    dateTime: t.expose('dateTime', {
      type: 'DateTime',
      description: 'When the account will be erased. The closure can be canceled until then.',
    }),
    byOwner: t.exposeBoolean('byOwner', {
      description:
        "Whether the account's user requested the closure and can cancel it by signing in. If false, only an administrator can cancel it.",
    }),
  }),
})

builder.objectField(Operator, 'closing', (t) =>
  t.field({
    type: AccountClosing,
    nullable: true,
    description:
      'The pending closure of the account; null if no closure is pending. Visible to admin, account_management and security_management; null for others.',
    resolve: ({ id, closes_at: dateTime, closed_by }, _args, context) =>
      dateTime && may(viewerOf(context), 'ACCOUNT_READ') ? { dateTime, byOwner: closed_by === id } : null,
  }),
)

builder.objectField(Operator, 'modifyDateTime', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      "Time of the account's last change. Visible to admin, account_management and security_management; null for others.",
    resolve: ({ modified_at }, _args, context) =>
      may(viewerOf(context), 'ACCOUNT_READ') ? modified_at : null,
  }),
)
