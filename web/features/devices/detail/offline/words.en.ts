import type { English } from '../../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  deviceOffline: {
    'title.CREDENTIAL_NONE': 'It has no credential, so it cannot connect',
    'title.CREDENTIAL_REVOKED': 'Its credential was revoked, so it cannot connect',
    'title.PASSWORD': 'It connects with a wrong password and is refused',
    'title.oldPassword': 'It connects with its old password and is refused',
    'title.CLIENT_ID': 'It is refused for a wrong client ID',
    'title.PROTOCOL': 'The device uses MQTT 5 and is refused',
    'title.SUSPENDED': 'The device is suspended',
    'title.EXPIRED': 'The device has expired',
    'title.RETIRED': 'The device is retired',
    'title.ORGANIZATION_EXPIRED': 'Its organization has expired',
    'title.NEVER_CONNECTED': 'It has a credential and has not connected yet',
    'title.LOST': 'Connection lost {time} after {duration} online',

    'help.CREDENTIAL_NONE': 'Create a credential and put it into the device: then it can connect.',
    'help.CREDENTIAL_REVOKED': 'Create a new credential and put it into the device: then it can connect.',
    'help.PASSWORD':
      'Put the right password into the device; if nobody remembers it, create a new credential.',
    'help.CLIENT_ID': 'The client ID that it connects with has to be exactly the device ID {id}.',
    'help.PROTOCOL': 'Set the MQTT client of the device to version 3.1.1.',
    'help.SUSPENDED':
      'A suspended device cannot connect. Once in service again, it comes back at its next try.',
    'help.EXPIRED': 'An expired device cannot connect. Once renewed, it comes back at its next try.',
    'help.RETIRED':
      'A retired device can neither connect nor be put back in service. Its data and history are kept.',
    'help.ORGANIZATION_EXPIRED':
      'The device can connect, but members of the organization cannot see it until the organization is extended.',
    'help.NEVER_CONNECTED':
      'The platform has not heard of it yet. Check its power, its network and the host it connects to.',
    'help.LOST':
      'The platform has not refused it: probably power or network failed, and it comes back by itself.',

    tried: {
      one: '{count} try from {ip} between {from} and {to} was refused: {reason}.',
      other: '{count} tries from {ip} between {from} and {to} were refused: {reason}.',
    },
    triedOnce: 'One try from {ip} at {time} was refused: {reason}.',
    madeAt: 'The current credential was created {time}.',
    seenAt: 'Last seen {time}.',
    expiredAt: 'It was valid until {time}.',
    fromIp: 'Last connected from {ip}.',

    'do.makeCredential': 'Create credential',
    'do.again': 'Create new credential',
    'do.enable': 'Put in service',
    'do.renew': 'Renew',
    'do.organization': 'Extend the organization',
    'do.copyId': 'Copy device ID',
    'do.connections': 'Show connections',
    who: 'Ask a device administrator of the platform',
    back: 'The device is back online',

    'band.label': 'Connections of the last 80 hours: {text}',
    'band.lost': 'Lost {time}',
    'band.refused': { one: '{count} try refused since', other: '{count} tries refused since' },
    'band.refusedBefore': { one: '{count} try refused', other: '{count} tries refused' },
    'band.last': 'Last try {time}',
    'band.never': 'never connected',

    'list.title': 'Refused connections and reports',
    'list.about': 'last 30 days, merged by reason',
    'list.time': 'Time',
    'list.between': '{from} to {to}',
    'list.reason': 'Reason',
    'list.ip': 'Last address',
    'list.count': 'Tries',
    'list.failed': 'Refused connections and reports could not be loaded',

    'reason.CREDENTIAL_NONE': 'no credential',
    'reason.CREDENTIAL_REVOKED': 'credential revoked',
    'reason.PASSWORD': 'wrong password',
    'reason.CLIENT_ID': 'wrong client ID',
    'reason.SUSPENDED': 'suspended',
    'reason.EXPIRED': 'expired',
    'reason.RETIRED': 'retired',
    'reason.PROTOCOL': 'MQTT 5 (only 3.1.1 is supported)',
    'reason.TOPIC': 'published to a foreign topic, disconnected',
    'reason.REPORT_SIZE': 'report larger than 16 KB',
    'reason.REPORT_ENCODING': 'report is not UTF-8 text',
    'reason.REPORT_FORM': 'report is not a JSON object of the documented form',
  },
}
