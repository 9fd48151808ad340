import { first, required } from '../../contract/required.ts'
import type { Person } from './people.ts'
import { daysAfter, daysBefore, type Random } from './random.ts'

interface Area {
  id: string
  name: string
  level: number
  category: string
  children: Area[]
}

interface Member {
  accountId: string
  manager: boolean
  displayName: string | null
  roles: string[]
  authCodes: string[]
  joinedAt: Date
}

export interface Organization {
  id: string
  name: string
  status: 'PREPARE' | 'REJECT' | 'FINISH' | 'EXPIRED'
  owner: Person
  reject: string | null
  expireAt: Date | null
  uploadAudit: boolean
  internal: boolean
  areas: Area[]
  address: string
  reference: string | null
  createdAt: Date
  modifiedAt: Date
  reviewerId: string | null
  members: Member[]
}

// Areas of addresses with their GB/T 2260 codes. Municipalities have no middle level.
export const places: [
  province: [string, string],
  city: [string, string] | null,
  district: [string, string],
  road: string,
][] = [
  [['330000', '浙江省'], ['330100', '杭州市'], ['330106', '西湖区'], '文三路'],
  [['440000', '广东省'], ['440300', '深圳市'], ['440305', '南山区'], '科技南路'],
  [['110000', '北京市'], null, ['110108', '海淀区'], '中关村南大街'],
  [['310000', '上海市'], null, ['310115', '浦东新区'], '张江路'],
  [['320000', '江苏省'], ['320500', '苏州市'], ['320505', '虎丘区'], '科技城路'],
  [['510000', '四川省'], ['510100', '成都市'], ['510107', '武侯区'], '天府大道'],
  [['420000', '湖北省'], ['420100', '武汉市'], ['420111', '洪山区'], '珞喻路'],
  [['610000', '陕西省'], ['610100', '西安市'], ['610113', '雁塔区'], '科技路'],
  [['370000', '山东省'], ['370200', '青岛市'], ['370212', '崂山区'], '松岭路'],
  [['430000', '湖南省'], ['430100', '长沙市'], ['430104', '岳麓区'], '麓谷大道'],
  [['500000', '重庆市'], null, ['500112', '渝北区'], '金开大道'],
  [['120000', '天津市'], null, ['120116', '滨海新区'], '第三大街'],
  [['130000', '河北省'], ['130100', '石家庄市'], ['130108', '裕华区'], '槐安东路'],
  [['140000', '山西省'], ['140100', '太原市'], ['140105', '小店区'], '龙城大街'],
  [['150000', '内蒙古自治区'], ['150100', '呼和浩特市'], ['150105', '赛罕区'], '新华东街'],
  [['210000', '辽宁省'], ['210100', '沈阳市'], ['210112', '浑南区'], '创新路'],
  [['220000', '吉林省'], ['220100', '长春市'], ['220102', '南关区'], '人民大街'],
  [['230000', '黑龙江省'], ['230100', '哈尔滨市'], ['230102', '道里区'], '友谊路'],
  [['340000', '安徽省'], ['340100', '合肥市'], ['340104', '蜀山区'], '望江西路'],
  [['350000', '福建省'], ['350200', '厦门市'], ['350203', '思明区'], '软件园二期'],
  [['360000', '江西省'], ['360100', '南昌市'], ['360111', '青山湖区'], '高新大道'],
  [['410000', '河南省'], ['410100', '郑州市'], ['410105', '金水区'], '花园路'],
  [['450000', '广西壮族自治区'], ['450100', '南宁市'], ['450103', '青秀区'], '民族大道'],
  [['460000', '海南省'], ['460100', '海口市'], ['460106', '龙华区'], '滨海大道'],
  [['520000', '贵州省'], ['520100', '贵阳市'], ['520115', '观山湖区'], '长岭北路'],
  [['530000', '云南省'], ['530100', '昆明市'], ['530114', '呈贡区'], '彩云南路'],
  [['620000', '甘肃省'], ['620100', '兰州市'], ['620102', '城关区'], '雁滩路'],
  [['640000', '宁夏回族自治区'], ['640100', '银川市'], ['640106', '金凤区'], '正源北街'],
  [['650000', '新疆维吾尔自治区'], ['650100', '乌鲁木齐市'], ['650104', '新市区'], '北京南路'],
]
/** Number of places at the start of `places` that have more organizations than the others. */
const busy = 11

export const marks = [...'云启恒博星瀚智远鼎汇泰川澜景格睿诺辰嘉拓安弘思聚科屹衡']
export const trades = [
  '智能科技',
  '自动化设备',
  '电力工程',
  '水务',
  '轨道交通',
  '环境监测',
  '新能源',
  '港口物流',
  '医疗器械',
  '农业科技',
]
export const forms = ['有限公司', '股份有限公司', '集团有限公司', '研究院有限公司']
const reasons = [
  '营业执照照片不清晰，请重新上传',
  '组织名称与营业执照不一致',
  '联系人电话无法接通，请核实后重新提交',
  '同名组织已通过认证，请联系其管理员邀请加入',
]
const roles = ['VIEWER', 'OPERATOR', 'DEVELOPER', 'MANAGER']
const dataCodes = ['data_view', 'data_upload', 'data_download', 'data_label', 'data_audit', 'data_delete']

export function areaTree(place: (typeof places)[number]): Area[] {
  const [province, city, district] = place
  const leaf: Area = { id: district[0], name: district[1], level: 3, category: '市辖区', children: [] }
  const middle: Area = city
    ? { id: city[0], name: city[1], level: 2, category: '地级市', children: [leaf] }
    : leaf
  const category = city ? (province[1].endsWith('自治区') ? '自治区' : '省') : '直辖市'
  return [{ id: province[0], name: province[1], level: 1, category, children: [middle] }]
}

function makeMembers(
  random: Random,
  owner: Person,
  people: Person[],
  size: number,
  since: Date,
  now: Date,
): Member[] {
  const others = random.some(
    people.filter((person) => person.id !== owner.id && !person.admin),
    size - 1,
  )
  return [owner, ...others].map((person, index) => ({
    accountId: person.id,
    manager: index > 0 && index <= Math.ceil(size / 12),
    displayName: random.chance(0.3)
      ? `${person.name}（${random.pick(['研发', '运维', '产品', '质检', '实施'])}）`
      : null,
    roles: random.some(roles, random.int(0, 3)),
    authCodes: random.some(dataCodes, random.int(0, 4)),
    joinedAt: joined(random, person, index === 0 ? since : daysAfter(since, random.int(1, 20)), now),
  }))
}

/**
 * Returns when a person joined an organization: at the given time, but not before the person's account was
 * created. A time in the future is replaced by a recent one.
 */
const joined = (random: Random, { createdAt }: Person, at: Date, now: Date): Date => {
  const wanted = Math.max(at.getTime(), createdAt.getTime())
  const lately = Math.max(createdAt.getTime(), now.getTime() - random.int(100, 2_000) * 60_000)
  return new Date(wanted < now.getTime() ? wanted : lately)
}

/** Number of organizations by status. */
const counts = { FINISH: 30, PREPARE: 9, REJECT: 6, EXPIRED: 5 } as const

const fresh = (status: string, index: number) => status === 'FINISH' && index >= counts.FINISH - 3

/**
 * Returns organizations in all statuses. `people` become their owners and members, and `reviewers` decide on
 * the organization requests.
 */
export function makeOrganizations(
  random: Random,
  people: Person[],
  reviewers: Person[],
  now: Date,
): Organization[] {
  const names = new Set<string>()
  const freshName = (city: string): string => {
    const name = `${city}${random.pick(marks)}${random.pick(marks)}${random.pick(trades)}${random.pick(forms)}`
    if (names.has(name)) return freshName(city)
    names.add(name)
    return name
  }
  const owners = random.some(
    // Owners are accounts that were created long before their organizations.
    people.filter(
      (person) => person.enabled && !person.passwordChangeRequired && person.createdAt < daysBefore(now, 60),
    ),
    50,
  )
  const statuses = Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, () => status as Organization['status']),
  )
  return statuses.map((status, index) => {
    const owner = required(owners[index], 'item of owners')
    const place = random.pick([...places, ...places.slice(0, busy)])
    const waiting = status === 'PREPARE' || status === 'REJECT'
    const days = { PREPARE: [0, 12], REJECT: [3, 40], FINISH: [40, 600], EXPIRED: [400, 600] }[status]
    const age = random.int(first(days, 'days'), required(days[1], 'item of days')) + random.int(1, 999) / 1000
    // The last organizations in the list were approved recently.
    const createdAt = daysBefore(now, fresh(status, index) ? 1.4 + (counts.FINISH - index) * 1.3 : age)
    const since = new Date(Math.max(createdAt.getTime(), owner.createdAt.getTime()))
    const reviewed = status === 'PREPARE' ? null : random.pick(reviewers)
    const expireAt = {
      FINISH: random.chance(0.6) ? daysAfter(now, random.int(5, 700)) : null,
      EXPIRED: daysBefore(now, random.int(1, 60)),
      PREPARE: null,
      REJECT: null,
    }[status]
    return {
      id: random.id(since),
      name: freshName((place[1] ?? place[0])[1].replace(/[省市]$/, '')),
      status,
      owner,
      reject: status === 'REJECT' ? random.pick(reasons) : null,
      expireAt,
      uploadAudit: random.chance(0.4),
      internal: status === 'FINISH' && index < 3,
      areas: areaTree(place),
      address: `${place[3]}${random.int(1, 999)}号${random.int(1, 9)}幢`,
      reference: random.chance(0.5)
        ? `HT-${createdAt.getFullYear()}-${String(random.int(1, 9999)).padStart(4, '0')}`
        : null,
      createdAt: since,
      modifiedAt: reviewed ? new Date(Math.min(now.getTime(), daysAfter(since, 1).getTime())) : since,
      reviewerId: reviewed?.id ?? null,
      members: makeMembers(random, owner, people, waiting ? 1 : random.int(3, 40), since, now),
    }
  })
}
