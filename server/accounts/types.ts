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

/** What an account is called; of one that is erased its id alone is left. */
export const nameOf = ({ name, erased_at }: AccountRow, locale: Locale): string =>
  erased_at ? messageText('account.closed', locale) : name

/** Names, phone and e-mail in full: the account itself, admin, account_management, security_management. */
const seesWhole = (viewer: Viewer, accountId: string): boolean =>
  viewer.accountId === accountId || may(viewer, 'ACCOUNT_READ')

const shown = (
  context: Context,
  account: AccountRow,
  value: string | null,
  mask: (value: string) => string,
) => value && (seesWhole(viewerOf(context), account.id) ? value : mask(value))

export const Account = builder.interfaceRef<AccountRow>('Account')
export const AuthInfo = builder.objectRef<AccountRow>('AuthInfo')
export const Profile = builder.objectRef<AccountRow>('Profile')
export const Auth = builder.objectRef<AccountRow>('Auth')
export const Operator = builder.objectRef<AccountRow>('Operator')

Account.implement({
  description: 'An account. `Auth` is the same account seen by its own user.',
  resolveType: (account, context) => (account.id === viewerOf(context).accountId ? 'Auth' : 'Operator'),
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.string({
      description: 'the nick name; what the console shows',
      resolve: (account, _args, context) => nameOf(account, localeOf(context)),
    }),
    pinyin: t.string({
      nullable: true,
      description: 'how the name is spelled, as `Tenant.pinyin`',
      resolve: (account) => (account.erased_at ? '' : account.pinyin),
    }),
    admin: t.exposeBoolean('admin', { description: 'platform administrator' }),
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
        'codes held platform-wide; empty for anyone but the account itself, admin, account_management, security_management',
      resolve: (account, _args, context) =>
        seesWhole(viewerOf(context), account.id) ? account.auth_codes : [],
    }),
  }),
})

Profile.implement({
  fields: (t) => ({
    username: t.string({
      nullable: true,
      description:
        'login name; null until one is chosen. user name and e-mail in full: the account itself, admin, account_management, security_management; else masked',
      resolve: (account, _args, context) => shown(context, account, account.username, maskUsername),
    }),
    firstName: t.exposeString('first_name', { nullable: true }),
    lastName: t.exposeString('last_name', { nullable: true }),
    mobilePhone: t.string({
      nullable: true,
      description:
        'E.164; masked (+86 138****0000) for anyone but the account itself, a platform administrator or a holder of account_management, security_management',
      resolve: (account, _args, context) => shown(context, account, account.mobile_phone, maskPhone),
    }),
    email: t.string({
      nullable: true,
      resolve: (account, _args, context) => shown(context, account, account.email, maskEmail),
    }),
    emailVerified: t.exposeBoolean('email_verified'),
    enabled: t.exposeBoolean('enabled'),
    passwordChangeRequired: t.boolean({
      description:
        'every call but auth, changePassword, reauthenticate and refreshToken answers PASSWORD_CHANGE_REQUIRED',
      resolve: (account) => account.password_change_required,
    }),
    passwordChangedTimestamp: t.field({
      type: 'Timestamp',
      nullable: true,
      description: 'null for anyone but the account itself, admin, security_management',
      resolve: (account, _args, context) =>
        seesSessions(context, account) ? account.password_changed_at : null,
    }),
    createdTimestamp: t.field({ type: 'Timestamp', resolve: (account) => account.created_at }),
    lastSignInDateTime: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'of the last 90 days; null for anyone but the account itself, admin, security_management',
      resolve: (account, _args, context) =>
        seesSessions(context, account) ? loadLastSignIn(context, account.id) : null,
    }),
    sessions: t.field({
      type: [Session],
      description:
        'live sign-ins, newest first, at most 100; empty for anyone but the account itself, admin, security_management',
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
    expiresIn: t.exposeInt('expiresIn', { description: 'seconds' }),
    resendAfter: t.exposeInt('resendAfter', { description: 'seconds' }),
  }),
})
