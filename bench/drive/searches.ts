import { rareName } from '../fill/draw.ts'
import { accounts, applications, devices, type ListQuery, nextPage, organizations, palette } from './lists.ts'

const device = (name: string, q: string, hasRows = true) =>
  devices('search', `devices: ${name}`, { q }, hasRows)
const account = (name: string, words: string, hasRows = true) =>
  accounts('search', `accounts: ${name}`, { name: words }, hasRows)
const organization = (name: string, q: string, hasRows = true) =>
  organizations('search', `organizations: ${name}`, { q }, hasRows)

/**
 * Rare words match twelve rows, whatever the size of the database. Frequent words match a tenth of all rows.
 * Words of medium frequency are measured too, because at some frequency a sequential scan becomes faster than
 * an index.
 */
export const searches: ListQuery[] = [
  device('rare, three Han', rareName),
  device('frequent, one Han', '泵'),
  device('frequent, two Han', '泵房'),
  nextPage(device('frequent, two Han', '泵房')),
  device('2 %, four Han', '泵房边缘'),
  device('between, two Han', '诸葛', false),
  device('absent, one Han', '龘', false),
  device('absent, two Han', '饕餮', false),
  device('frequent, one Latin', 'e'),
  device('frequent, two Latin', 'eg'),
  device('frequent, Latin and digits', 'eg2'),
  device('absent, Latin', 'zzqx', false),
  device('one digit', '7'),
  device('two digits', '42'),
  device('three digits', '427'),
  device('mixed, Han and digits', '网关 12'),
  device('mixed, full width', 'ＥＧ２４'),
  devices('search', 'devices: four digits of an id', ({ deviceId }) => ({ q: deviceId.slice(-4) })),
  devices('search', 'devices: six digits of an id', ({ deviceId }) => ({ q: deviceId.slice(-6) })),
  devices('search', 'devices: part of a phone', ({ phone }) => ({ q: phone.slice(-9, -2) })),
  devices('search', 'devices: last four of a phone', ({ phone }) => ({ q: phone.slice(-4) })),
  devices('search', 'devices of one organization: two Han', ({ large }) => ({ q: '泵房', tenantId: large })),
  devices(
    'search',
    'devices of one organization: four digits of an id',
    ({ large, deviceId }) => ({ q: deviceId.slice(-4), tenantId: large }),
    false,
  ),
  devices(
    'search',
    'devices of a small organization: two Han',
    ({ small }) => ({ q: '泵房', tenantId: small }),
    false,
  ),
  devices('search', 'devices by status: two Han', { q: '泵房', statusSet: ['SUSPENDED'] }),
  devices('search', 'devices by expiry: rare', { q: rareName, sort: 'EXPIRED_DATE' }),
  account('rare, three Han', rareName),
  account('frequent, one Han', '王'),
  account('between, two Han', '诸葛', false),
  account('absent, two Han', '饕餮', false),
  account('pinyin', 'wangwei'),
  account('initials', 'ww'),
  organization('rare, three Han', rareName),
  organization('frequent, one Han', '杭'),
  organization('frequent, four Han', '有限公司'),
  organization('absent, two Han', '饕餮', false),
  applications('search', 'applications: two Han', { status: 'FINISH', q: '水务' }),
  palette('泵房'),
  palette(rareName),
]
