import type { English } from '../../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  deviceOffline: {
    'title.CREDENTIAL_NONE': 'No credential: the device can’t connect',
    'title.CREDENTIAL_REVOKED': 'Credential revoked: the device can’t connect',
    'title.PASSWORD': 'Connection refused: wrong password',
    'title.oldPassword': 'Connection refused: old password',
    'title.CLIENT_ID': 'Connection refused: wrong Client ID',
    'title.PROTOCOL': 'Connection refused: MQTT 5',
    'title.SUSPENDED': 'The device is suspended',
    'title.EXPIRED': 'The device has expired',
    'title.RETIRED': 'The device is retired',
    'title.ORGANIZATION_EXPIRED': 'The organization has expired',
    'title.NEVER_CONNECTED': 'The device has a credential but has never connected',
    'title.LOST': 'Connection lost {time} after {duration} online',

    'help.CREDENTIAL_NONE': 'Create a credential and store it in the device.',
    'help.CREDENTIAL_REVOKED': 'Create a new credential and store it in the device.',
    'help.PASSWORD':
      'Store the correct password in the device. If the password is lost, create a new credential.',
    'help.CLIENT_ID': 'The Client ID must be exactly the device ID {id}.',
    'help.PROTOCOL': 'Set the device’s MQTT client to version 3.1.1.',
    'help.SUSPENDED': 'A suspended device can’t connect. Activate it, and it comes back at its next attempt.',
    'help.EXPIRED': 'An expired device can’t connect. Renew it, and it comes back at its next attempt.',
    'help.RETIRED': 'A retired device can’t connect or be activated again. Its data and history are kept.',
    'help.ORGANIZATION_EXPIRED':
      'The device can connect, but members can’t see it until the organization is extended.',
    'help.NEVER_CONNECTED':
      'This device hasn’t contacted the platform yet. Check its power, network and host setting.',
    'help.LOST':
      'No refused attempts. The device probably lost power or network and will reconnect automatically.',

    tried: {
      one: '{count} attempt from {ip} between {from} and {to} was refused: {reason}.',
      other: '{count} attempts from {ip} between {from} and {to} were refused: {reason}.',
    },
    triedOnce: 'One attempt from {ip} at {time} was refused: {reason}.',
    madeAt: 'The current credential was created {time}.',
    seenAt: 'Last seen {time}.',
    expiredAt: 'Valid until {time}.',
    fromIp: 'Last connected from {ip}.',

    'do.makeCredential': 'Create credential',
    'do.again': 'Create new credential',
    'do.enable': 'Activate',
    'do.renew': 'Renew',
    'do.organization': 'Extend organization',
    'do.copyId': 'Copy device ID',
    'do.connections': 'View connection log',
    who: 'Contact a device administrator of the platform',
    back: 'The device is back online',

    'band.label': 'Connections of the last 80 hours: {text}',
    'band.lost': 'Lost {time}',
    'band.refused': { one: '{count} attempt refused since', other: '{count} attempts refused since' },
    'band.refusedBefore': { one: '{count} attempt refused', other: '{count} attempts refused' },
    'band.last': 'Last attempt {time}',
    'band.never': 'never connected',

    'list.title': 'Refused connections and reports',
    'list.about': 'last 30 days, merged by reason',
    'list.time': 'Time',
    'list.between': '{from} to {to}',
    'list.reason': 'Reason',
    'list.ip': 'Last IP',
    'list.count': 'Attempts',
    'list.failed': 'Couldn’t load refused connections and reports',

    'reason.CREDENTIAL_NONE': 'no credential',
    'reason.CREDENTIAL_REVOKED': 'credential revoked',
    'reason.PASSWORD': 'wrong password',
    'reason.CLIENT_ID': 'wrong Client ID',
    'reason.SUSPENDED': 'suspended',
    'reason.EXPIRED': 'expired',
    'reason.RETIRED': 'retired',
    'reason.PROTOCOL': 'MQTT 5 (only 3.1.1 is supported)',
    'reason.TOPIC': 'published to another device’s topic, disconnected',
    'reason.REPORT_SIZE': 'report larger than 16 KB',
    'reason.REPORT_ENCODING': 'report isn’t UTF-8',
    'reason.REPORT_FORM': 'report isn’t a JSON object in the documented format',
  },
}
