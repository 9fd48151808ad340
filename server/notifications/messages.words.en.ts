import type { MessageWords } from './messages.words.ts'

const enRoles = { manager: 'a manager', member: 'a member', owner: 'the owner' }

export const en: MessageWords = {
  'tenant.applied': ({ tenant }) => ({
    title: 'New organization request',
    content: `“${tenant}” has requested certification. Review the request.`,
  }),
  'tenant.confirmed': ({ tenant, expireAt }) => ({
    title: 'Organization certified',
    content: `Your organization “${tenant}” has been certified${expireAt ? `, valid until ${expireAt.slice(0, 10)}` : ''}. You can now invite members.`,
  }),
  'tenant.rejected': ({ tenant, reason }, sentence) => ({
    title: 'Organization request rejected',
    content: sentence`Your organization “${tenant}” was not certified: ${reason}. You can correct the request and submit it again.`,
  }),
  'tenant.ownership': ({ tenant, owner }) => ({
    title: 'Organization owner changed',
    content: owner ? `${owner} is now the owner of “${tenant}”.` : `“${tenant}” has a new owner.`,
  }),
  'tenant.expiring': ({ tenant, days }) =>
    Number(days) > 0
      ? {
          title: 'Organization expires soon',
          content: `“${tenant}” expires within ${Number(days) === 1 ? 'a day' : `${days} days`}. Ask a platform administrator to extend it.`,
        }
      : {
          title: 'Organization expired',
          content: `“${tenant}” has expired. Members can only view or leave the organization until it is extended.`,
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
    title: member ? 'New member' : 'You joined an organization',
    content: member ? `${member} has joined “${tenant}”.` : `You are now a member of “${tenant}”.`,
  }),
  'member.removed': ({ tenant }) => ({
    title: 'Removed from an organization',
    content: `You were removed from “${tenant}” and no longer have access to it.`,
  }),
  'member.roleChanged': ({ tenant, role }) => ({
    title: 'Role changed',
    content: role
      ? `You are now ${enRoles[role]} of “${tenant}”.`
      : `Your role or permissions in “${tenant}” have changed.`,
  }),
  'device.joined': ({ device, tenant }) => ({
    title: 'Device assigned',
    content: `The device “${device}” was assigned to “${tenant}”.`,
  }),
  'device.left': ({ device, tenant }) => ({
    title: 'Device removed from organization',
    content: `The device “${device}” was removed from “${tenant}”.`,
  }),
  'devices.joined': ({ count, tenant }) => ({
    title: 'Devices assigned',
    content: `${count} devices were assigned to “${tenant}”.`,
  }),
  'devices.left': ({ count, tenant }) => ({
    title: 'Devices removed from organization',
    content: `${count} devices were removed from “${tenant}”.`,
  }),
  'webhook.off': ({ host }) => ({
    title: 'Webhook disabled',
    content: `Events could not be delivered to ${host} for 24 hours, so the webhook was disabled. Events are stored for 30 days. Delivery continues when you enable the webhook again.`,
  }),
  'service.makerLeft': ({ tenant, member, services }, sentence) => ({
    title: 'The creator of a service account has left',
    content: sentence`${member} has left “${tenant}”. The service accounts that they created still work: ${services.join(', ')}. Disable or delete those that are no longer needed, and rotate secrets that ${member} may still have.`,
  }),
  'account.passwordReset': () => ({
    title: 'Password reset by an administrator',
    content:
      "An administrator reset your password and signed out all your devices. If you didn't expect this, contact your administrator.",
  }),
  'account.authCodes': () => ({
    title: 'Platform permissions changed',
    content: 'An administrator changed your platform permissions. The menu and pages have been updated.',
  }),
  'account.takenBack': () => ({
    title: 'Account closure canceled',
    content:
      "The closure of your account was canceled. If this wasn't you, change your password immediately and contact your administrator.",
  }),
  'factor.added': ({ factor }) => ({
    title: 'Second factor added',
    content: `“${factor}” was added to your account as a second factor. If this wasn't you, change your password, remove the second factor and contact your administrator immediately.`,
  }),
  'factor.removed': ({ factor }) => ({
    title: 'Second factor removed',
    content: `“${factor}” was removed from your account. If this wasn't you, change your password immediately and contact your administrator.`,
  }),
  'identity.linked': ({ source }) => ({
    title: 'Sign-in method linked',
    content: `“${source}” was linked to your account and can now be used to sign in. If this wasn't you, unlink it, change your password and contact your administrator immediately.`,
  }),
  'identity.unlinked': ({ source }) => ({
    title: 'Sign-in method unlinked',
    content: `“${source}” was unlinked from your account. If this wasn't you, change your password immediately and contact your administrator.`,
  }),
  'source.failing': ({ source }) => ({
    title: 'Sign-in method failing',
    content: `“${source}” has failed several times, so the sign-in page hides it. Check the error under Sign-in methods. It reappears once it works again.`,
  }),
  'factor.recovered': ({ left }, sentence) => ({
    title: 'Recovery code used',
    content: sentence`Someone signed in to your account with a recovery code. Remaining codes: ${left}. If this wasn't you, change your password immediately and contact your administrator.`,
  }),
  'factor.reset': () => ({
    title: 'Second factors removed by an administrator',
    content:
      "An administrator removed all second factors from your account and signed out all your devices. Set up two-step verification again. If you didn't expect this, contact your administrator.",
  }),
  'factor.resetAsked': ({ account }, sentence) => ({
    title: 'Confirm the removal of second factors',
    content: sentence`An administrator requested the removal of all second factors of ${account}. Check with ${account}, then confirm or withdraw the request.`,
  }),
  'factor.resetComing': () => ({
    title: 'Your second factors will be removed',
    content:
      "Administrators will remove all your second factors in 24 hours. If you didn't request this, withdraw the request on your account page or sign in with a second factor.",
  }),
  'factor.demanded': ({ tenant }) => ({
    title: 'Two-step verification required',
    content: `${tenant} requires two-step verification. If you haven't set it up yet, add an authenticator app or a passkey before you continue.`,
  }),
  'factor.offered': ({ tenant }) => ({
    title: 'Two-step verification no longer required',
    content: `${tenant} no longer requires two-step verification. Your existing setup still protects your account.`,
  }),
  'data.ready': () => ({
    title: 'Your data is ready to download',
    content:
      "Your data export is ready. Download it once on your account page within 24 hours. If this wasn't you, change your password immediately.",
  }),
  'data.failed': () => ({
    title: 'Data export failed',
    content: "Your data export couldn't be created. Request it again on your account page.",
  }),
  'admin.appointed': ({ account }) => ({
    title: 'Platform administrators changed',
    content: account
      ? `You made ${account} a platform administrator.`
      : 'You are now a platform administrator. The menu and pages have been updated.',
  }),
  'admin.dismissed': ({ account }) => ({
    title: 'Platform administrators changed',
    content: account
      ? `You removed ${account} as a platform administrator.`
      : 'You are no longer a platform administrator. The menu and pages have been updated.',
  }),
  'sms.budget': ({ window, max }) => ({
    title: 'SMS limit reached',
    content: `The platform has reached its limit of ${max} SMS in ${window === 'hour' ? 'an hour' : 'a day'}, and sends no more codes until the window ends. If this is unexpected, someone may be requesting codes to increase your costs. The limit is set by REEVE_SMS_PER_${window.toUpperCase()}.`,
  }),
}
