import { type Locale, messageText } from '../../contract/errors.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { localeOf, viewerOf } from '../core/context.ts'
import { batched } from '../core/loader.ts'
import { may, type Viewer } from '../core/viewer.ts'
import { loadLastSignIn, loadSessions } from '../sessions/loaders.ts'
import { Session } from '../sessions/types.ts'
import { maskEmail, maskPhone, maskUsername } from './phones/phone.ts'
import { type AccountRow, findAccounts } from './store.ts'

export const loadAccount = batched<AccountRow | null>(
  'account',
  (context, ids) => findAccounts(context.db.query, ids),
  null,
)

/** Returns the display name of an account, or a placeholder if the account was erased. */
export const nameOf = ({ name, erased_at }: AccountRow, locale: Locale): string =>
  erased_at ? messageText('account.closed', locale) : name

/**
 * Whether the viewer sees the names, phone and email of the account unmasked. This is true for the account
 * itself, administrators, and holders of account_management or security_management.
 */
const seesFull = (viewer: Viewer, accountId: string): boolean =>
  viewer.accountId === accountId || may(viewer, 'ACCOUNT_READ')

const maskUnlessVisible = (
  context: Context,
  account: AccountRow,
  value: string | null,
  mask: (value: string) => string,
) => value && (seesFull(viewerOf(context), account.id) ? value : mask(value))

export const Account = builder.interfaceRef<AccountRow>('Account')
export const AuthInfo = builder.objectRef<AccountRow>('AuthInfo')
export const Profile = builder.objectRef<AccountRow>('Profile')
export const Auth = builder.objectRef<AccountRow>('Auth')
export const Operator = builder.objectRef<AccountRow>('Operator')

Account.implement({
  description: "An account. `Auth` is the caller's own account, `Operator` is any account.",
  resolveType: (account, context) => (account.id === viewerOf(context).accountId ? 'Auth' : 'Operator'),
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.string({
      description: 'Nickname, which is the name that the console displays',
      resolve: (account, _args, context) => nameOf(account, localeOf(context)),
    }),
    pinyin: t.string({
      nullable: true,
      description: 'Pinyin of the name, in the same format as `Tenant.pinyin`',
      resolve: (account) => (account.erased_at ? '' : account.pinyin),
    }),
    admin: t.exposeBoolean('admin', { description: 'Whether the account is a platform administrator' }),
    authInfo: t.field({ type: AuthInfo, resolve: (account) => account }),
    profile: t.field({ type: Profile, resolve: (account) => account }),
  }),
})

Auth.implement({ interfaces: [Account] })
Operator.implement({ interfaces: [Account] })

AuthInfo.implement({
  fields: (t) => ({
    authCodes: t.stringList({
      description:
        'Platform-wide permission codes. Visible to the account itself, admin, account_management and security_management; empty for others.',
      resolve: (account, _args, context) =>
        seesFull(viewerOf(context), account.id) ? account.auth_codes : [],
    }),
  }),
})

Profile.implement({
  fields: (t) => ({
    username: t.string({
      nullable: true,
      description:
        'Username; null if none is set. The account itself, admin, account_management and security_management see the full username and email; others see masked values.',
      resolve: (account, _args, context) =>
        maskUnlessVisible(context, account, account.username, maskUsername),
    }),
    firstName: t.exposeString('first_name', { nullable: true }),
    lastName: t.exposeString('last_name', { nullable: true }),
    mobilePhone: t.string({
      nullable: true,
      description:
        'Phone number in E.164 format. The account itself, admin, account_management and security_management see the full number; others see a masked one (+86 138****0000).',
      resolve: (account, _args, context) =>
        maskUnlessVisible(context, account, account.mobile_phone, maskPhone),
    }),
    email: t.string({
      nullable: true,
      resolve: (account, _args, context) => maskUnlessVisible(context, account, account.email, maskEmail),
    }),
    emailVerified: t.exposeBoolean('email_verified'),
    enabled: t.exposeBoolean('enabled'),
    passwordChangeRequired: t.boolean({
      description:
        'Whether the user must change the password. Until then, every call except auth, changePassword, createPasskeyChallenge, reauthenticate and refreshToken returns PASSWORD_CHANGE_REQUIRED.',
      resolve: (account) => account.password_change_required,
    }),
    passwordChangedTimestamp: t.field({
      type: 'Timestamp',
      nullable: true,
      description:
        'Time of the last password change. Visible to the account itself, admin and security_management; null for others.',
      resolve: (account, _args, context) =>
        seesSessions(context, account) ? account.password_changed_at : null,
    }),
    createdTimestamp: t.field({ type: 'Timestamp', resolve: (account) => account.created_at }),
    lastSignInDateTime: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Last sign-in within 90 days; null without such a sign-in. Visible to the account itself, admin and security_management; null for others.',
      resolve: (account, _args, context) =>
        seesSessions(context, account) ? loadLastSignIn(context, account.id) : null,
    }),
    sessions: t.field({
      type: [Session],
      description:
        'Active sessions, newest first, at most 100. Visible to the account itself, admin and security_management; empty for others.',
      resolve: (account, _args, context) =>
        seesSessions(context, account) ? loadSessions(context, account.id) : [],
    }),
  }),
})

function seesSessions(context: Context, account: AccountRow): boolean {
  const viewer = viewerOf(context)
  return viewer.accountId === account.id || may(viewer, 'ACCOUNT_SESSIONS_SEE')
}

export const SentCode = builder.objectRef<{ expiresIn: number; resendAfter: number }>('SentCode').implement({
  fields: (t) => ({
    expiresIn: t.exposeInt('expiresIn', { description: 'Seconds until the code expires' }),
    resendAfter: t.exposeInt('resendAfter', { description: 'Seconds until another code can be requested' }),
  }),
})
