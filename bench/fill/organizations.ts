import { areaTree, forms, marks, places, trades } from '../../server/demo/organizations.ts'
import {
  ago,
  came,
  draw,
  email,
  type Fill,
  id,
  isRare,
  list,
  organization,
  personName,
  phone,
  pick,
  rareName,
  type Spelling,
  type Step,
  text,
  username,
  withPinyin,
} from './draw.ts'
import { amounts } from './sizes.ts'

const mark = (power: number, as: Spelling) =>
  `${list(marks.map(as))}[1 + n / ${marks.length ** power} % ${marks.length}]`
const cities = places.map(([province, city]) => (city ?? province)[1].replace(/[省市]$/, ''))
const roads = places.map(([, , , road]) => road)
const areas = `${list(places.map((place) => JSON.stringify(areaTree(place))))}[1 + ${draw(13, places.length)}]::jsonb`
const units = ['（研发）', '（运维）', '（质检）']

export const organizationName = (organizations: number, as: Spelling = (word) => word) =>
  `${pick(cities.map(as), 10)} || case when ${isRare(organizations)} then '${as(rareName)}' else '' end
   || ${[0, 1, 2, 3].map((power) => mark(power, as)).join(' || ')} || ${pick(trades.map(as), 11)} || ${pick(forms.map(as), 12)}`
const accountName = (accounts: number, as: Spelling = (word) => word) =>
  `case when ${isRare(accounts)} then '${as(rareName)}' else '' end || ${personName('n', as)}`
const displayName = (as: Spelling = (word) => word) => `${personName('n', as)} || ${pick(units.map(as), 45)}`

export function accounts({ size, hash, now }: Fill): Step[] {
  const { accounts: rows } = amounts(size)
  const at = came(now, rows)
  const own = { name: personName(), created_at: at, modified_at: at }
  const claims = (kind: string, value: string): Step => ({
    table: 'account_claim',
    rows,
    columns: { kind: text(kind), value, account_id: id('account', 'n') },
    where: `${value} is not null`,
  })
  return [
    {
      table: 'account',
      rows,
      columns: {
        ...own,
        id: id('account', 'n'),
        name: accountName(rows),
        pinyin: withPinyin((as) => accountName(rows, as)),
        username,
        mobile_phone: phone('n'),
        email,
        email_verified: `${draw(22, 100)} < 44`,
        enabled: `${draw(23, 25)} > 0`,
        password_hash: text(hash),
        password_changed_at: at,
      },
    },
    claims('mobile_phone', phone('n')),
    claims('username', username),
    claims('email', email),
    {
      table: 'tenant',
      rows,
      columns: {
        ...own,
        id: id('account', 'n'),
        status: `'FINISH'`,
        personal: 'true',
        owner_id: id('account', 'n'),
        creator_id: id('account', 'n'),
      },
    },
  ]
}

export function organizations({ size, adminId, now }: Fill): Step[] {
  const { organizations: rows, accounts: people } = amounts(size)
  const approved = Math.floor(rows * 0.86)
  const at = came(now, rows)
  const status = `case when n <= ${rows * 0.8} then 'FINISH' when n <= ${approved} then 'EXPIRED'
    when n <= ${rows * 0.94} then 'PREPARE' else 'REJECT' end`
  const reject = `case when ${status} = 'REJECT' then '营业执照照片不清晰，请重新上传' end`
  const decided = (value: string) => `case when ${status} <> 'PREPARE' then ${value} end`
  const name = organizationName(rows)
  const pinyin = withPinyin((as) => organizationName(rows, as))
  const displayed = (value: string) => `case when ${draw(44, 10)} < 3 then ${value} end`
  const contact = { contact_name: personName(), contact_mobile_phone: phone('n') }
  const member = `case when n <= ${rows} then n else coalesce(${organization(40, 0, approved)}, 1) end`
  return [
    {
      table: 'tenant',
      rows,
      columns: {
        ...contact,
        id: id('organization', 'n'),
        name,
        pinyin,
        status,
        reject,
        owner_id: id('account', 'n'),
        expire_at: `case when ${status} = 'EXPIRED' then ${ago(now, `1 + ${draw(14, 60)}`)}
          when ${status} = 'FINISH' and ${draw(15, 10)} < 6 then ${ago(now, `-400 - ${draw(14, 700)}`)} end`,
        expiry_notice: `case when ${status} = 'EXPIRED' then 0 end`,
        upload_audit: `${draw(16, 10)} < 4`,
        internal: 'n <= 3',
        areas,
        address: `${pick(roads, 13)} || ${draw(17, 999)} || '号'`,
        creator_id: id('account', 'n'),
        created_at: at,
        modifier_id: `'${adminId}'::uuid`,
        modified_at: at,
      },
    },
    {
      table: 'tenant_claim',
      rows,
      columns: { name, tenant_id: id('organization', 'n') },
    },
    {
      table: 'tenant_application',
      rows,
      columns: {
        ...contact,
        id: id('application', 'n'),
        tenant_id: id('organization', 'n'),
        number: '1',
        applicant_id: id('account', 'n'),
        name,
        pinyin,
        areas,
        status: `case when ${status} = 'EXPIRED' then 'FINISH' else ${status} end`,
        submitted_at: at,
        decided_at: decided(`${at} + interval '1 day'`),
        decider_id: decided(`'${adminId}'::uuid`),
        reject,
      },
    },
    {
      table: 'member',
      rows: people,
      columns: {
        tenant_id: id('organization', member),
        account_id: id('account', 'n'),
        manager: `n > ${rows} and ${draw(43, 12)} = 0`,
        display_name: displayed(displayName()),
        pinyin: displayed(withPinyin(displayName)),
        roles: `case when ${draw(46, 10)} = 0 then array['DEVELOPER'] else '{}' end`,
        auth_codes: `case when ${draw(47, 3)} = 0 then array['data_view', 'data_download'] else array['data_view'] end`,
        joined_at: came(now, people),
      },
    },
  ]
}
