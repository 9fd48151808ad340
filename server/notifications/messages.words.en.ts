import type { MessageWords } from './messages.words.ts'

const enRoles = { manager: 'a manager', member: 'an ordinary member', owner: 'the owner' }

export const en: MessageWords = {
  'tenant.applied': ({ tenant }) => ({
    title: 'New application',
    content: `“${tenant}” has applied for certification and waits for a review.`,
  }),
  'tenant.confirmed': ({ tenant, expireAt }) => ({
    title: 'Organization certified',
    content: `Your organization “${tenant}” has been certified${expireAt ? `, valid until ${expireAt.slice(0, 10)}` : ''}. You can invite members now.`,
  }),
  'tenant.rejected': ({ tenant, reason }, sentence) => ({
    title: 'Application rejected',
    content: sentence`Your organization “${tenant}” was not certified: ${reason}. You can correct it and apply again.`,
  }),
  'tenant.ownership': ({ tenant, owner }) => ({
    title: 'Organization handed over',
    content: owner ? `${owner} is now the owner of “${tenant}”.` : `“${tenant}” has a new owner.`,
  }),
  'tenant.expiring': ({ tenant, days }) =>
    Number(days) > 0
      ? {
          title: 'Organization expires soon',
          content: `“${tenant}” expires within ${Number(days) === 1 ? 'a day' : `${days} days`}. Ask the platform to extend it.`,
        }
      : {
          title: 'Organization expired',
          content: `“${tenant}” has expired. Until it is extended its members can only read or leave it.`,
        },
  'tenant.extended': ({ tenant, expireAt }) => ({
    title: 'Organization extended',
    content: expireAt
      ? `“${tenant}” is now valid until ${expireAt.slice(0, 10)}.`
      : `“${tenant}” no longer expires.`,
  }),
  'tenant.deleted': ({ tenant }) => ({
    title: 'Organization deleted',
    content: `The organization “${tenant}” was deleted.`,
  }),
  'member.joined': ({ tenant, member }) => ({
    title: member ? 'New member' : 'Organization joined',
    content: member ? `${member} has joined “${tenant}”.` : `You are now a member of “${tenant}”.`,
  }),
  'member.removed': ({ tenant }) => ({
    title: 'Removed from an organization',
    content: `You were removed from “${tenant}” and can no longer open it.`,
  }),
  'member.roleChanged': ({ tenant, role }) => ({
    title: 'Role changed',
    content: role
      ? `In “${tenant}” you are now ${enRoles[role]}.`
      : `Your role or permissions in “${tenant}” have changed.`,
  }),
  'device.joined': ({ device, tenant }) => ({
    title: 'Device assigned',
    content: `The device “${device}” was assigned to “${tenant}”.`,
  }),
  'device.left': ({ device, tenant }) => ({
    title: 'Device moved away',
    content: `The device “${device}” was moved away from “${tenant}”.`,
  }),
  'devices.joined': ({ count, tenant }) => ({
    title: 'Devices assigned',
    content: `${count} devices were assigned to “${tenant}”.`,
  }),
  'devices.left': ({ count, tenant }) => ({
    title: 'Devices moved away',
    content: `${count} devices were moved away from “${tenant}”.`,
  }),
  'webhook.off': ({ host }) => ({
    title: 'Webhook switched off',
    content: `Events could not be sent to ${host} for a day, so its webhook is off. They are kept for 30 days: switched on again, it goes on with them.`,
  }),
  'service.makerLeft': ({ tenant, member, services }, sentence) => ({
    title: 'The creator of a service account has left',
    content: sentence`${member} has left “${tenant}”. Service accounts that they created still work: ${services.join(', ')}. Disable or delete what is not needed any more, and change secrets that they may still have.`,
  }),
  'account.passwordReset': () => ({
    title: 'Password reset by an administrator',
    content:
      'An administrator reset the password of your account; every earlier sign-in has ended. Ask them if you did not expect this.',
  }),
  'account.authCodes': () => ({
    title: 'Platform permissions changed',
    content: 'An administrator changed your platform permissions; menu and pages follow.',
  }),
  'account.takenBack': () => ({
    title: 'Your account stays',
    content:
      'Your account is no longer being closed and can be used as before. If that was not you, change your password at once and tell your administrator.',
  }),
  'factor.added': ({ factor }) => ({
    title: 'Second factor added',
    content: `“${factor}” was added to your account as a second factor. If that was not you, change your password, remove it and tell your administrator at once.`,
  }),
  'factor.removed': ({ factor }) => ({
    title: 'Second factor removed',
    content: `“${factor}” was removed from your account. If that was not you, change your password at once and tell your administrator.`,
  }),
  'factor.recovered': ({ left }) => ({
    title: 'Recovery code used',
    content: `Somebody signed in to your account with a recovery code; ${left} are left. If that was not you, change your password at once and tell your administrator.`,
  }),
  'factor.reset': () => ({
    title: 'Second factors removed by an administrator',
    content:
      'An administrator removed every second factor of your account; sessions from before have ended. Set them up again, and ask them if you did not expect this.',
  }),
  'factor.resetAsked': ({ account }) => ({
    title: 'Removal of second factors to confirm',
    content: `An administrator asks for every second factor of ${account} to be removed. Make sure that it is what they want, then confirm it or withdraw it.`,
  }),
  'factor.resetComing': () => ({
    title: 'Your second factors will be removed',
    content:
      'Administrators will remove every second factor of your account in 24 hours. If you did not ask for it, withdraw it on the page of your account, or sign in with one of them.',
  }),
  'factor.demanded': ({ tenant }) => ({
    title: 'Two-step verification required',
    content: `${tenant} asks its members for a second factor. If you have none yet, set up an authenticator app or a passkey before you go on.`,
  }),
  'factor.offered': ({ tenant }) => ({
    title: 'Two-step verification no longer required',
    content: `${tenant} no longer asks its members for a second factor. Yours goes on protecting your account.`,
  }),
  'data.ready': () => ({
    title: 'Your data is ready to download',
    content:
      'The file of your data is ready: download it on your account page within a day, once. If that was not you, change your password at once.',
  }),
  'data.failed': () => ({
    title: 'Your data was not exported',
    content: 'The file of your data could not be made. Please ask for it again on your account page.',
  }),
  'admin.appointed': ({ account }) => ({
    title: 'Platform administrators changed',
    content: account
      ? `You made ${account} a platform administrator.`
      : 'You are now a platform administrator; menu and pages follow.',
  }),
  'admin.dismissed': ({ account }) => ({
    title: 'Platform administrators changed',
    content: account
      ? `You dismissed ${account} as a platform administrator.`
      : 'You are no longer a platform administrator; menu and pages follow.',
  }),
  'sms.budget': ({ window, max }) => ({
    title: 'The SMS budget is used up',
    content: `The platform has reached its limit of ${max} SMS in ${window === 'hour' ? 'an hour' : 'a day'}, and sends no codes until that time is over. If this is unexpected, somebody may be asking for codes to run up your costs. The limit is set by REEVE_SMS_PER_${window.toUpperCase()}.`,
  }),
}
