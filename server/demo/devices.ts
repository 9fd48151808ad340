import { required } from '../../contract/required.ts'
import type { Organization } from './organizations.ts'
import { daysAfter, daysBefore, type Random } from './random.ts'

export interface Device {
  tenantId: string
  id: string
  name: string
  contactName: string | null
  contactMobilePhone: string | null
  businessMan: string | null
  status: 'PRODUCED' | 'ACTIVE' | 'SUSPENDED' | 'EXPIRED' | 'RETIRED'
  customerName: string | null
  versionMap: Record<string, string>
  infoMap: Record<string, string>
  specification: string
  producedAt: Date
  expiredAt: Date | null
  createdAt: Date
  /** Time of the first connection. Only set for devices that are installed today. */
  installedAt: Date | null
}

export const lines = [
  {
    code: 'EG',
    name: '边缘计算网关',
    specification: 'EG-200：4 路千兆、8 路 RS-485、-20 至 60 °C',
    parts: ['firmware', 'runtime', 'modbus'],
  },
  {
    code: 'IC',
    name: '巡检相机',
    specification: 'IC-4K：800 万像素、红外 50 米、IP67',
    parts: ['firmware', 'vision'],
  },
  { code: 'TH', name: '温湿度采集器', specification: 'TH-12：12 通道、±0.2 °C、LoRa', parts: ['firmware'] },
  {
    code: 'VB',
    name: '振动监测终端',
    specification: 'VB-3A：三轴、25.6 kHz 采样',
    parts: ['firmware', 'fft'],
  },
  {
    code: 'PW',
    name: '电能质量分析仪',
    specification: 'PW-A：A 级、128 点/周波',
    parts: ['firmware', 'analysis'],
  },
  {
    code: 'AI',
    name: '算法推理盒',
    specification: 'AI-16：16 TOPS、16 路视频',
    parts: ['firmware', 'runtime', 'vision'],
  },
] as const
export const sites = [
  '一号厂房',
  '二号厂房',
  '变电站',
  '泵房',
  '东区仓库',
  '西区仓库',
  '实验楼',
  '地铁 3 号线',
  '码头 5 号泊位',
  '总装车间',
]
export const sales = ['陈启航', '林知行', '周若安', '赵明远', '孙清和']

/** Value of `tenantId` for devices without an organization. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the percentage of an organization's devices that are in use. The percentage decreases from the
 * first organization (rank 0) to the last.
 */
const inUse = (rank: number): number => 43 * 0.65 ** rank + 1.5

/**
 * Returns `count` devices. A few have no organization. The others belong to approved or expired
 * organizations, and the first organizations have the most devices.
 */
export function makeDevices(
  random: Random,
  organizations: Organization[],
  count: number,
  now: Date,
): Device[] {
  const approved = organizations.filter(({ status }) => status === 'FINISH' || status === 'EXPIRED')
  return Array.from({ length: count }, (_, index) => {
    const line = random.pick(lines)
    const owned = !random.chance(0.06)
    const rank = Math.min(random.int(0, approved.length - 1), random.int(0, approved.length - 1))
    const organization = required(approved[rank], 'item of approved')
    const producedAt = daysBefore(now, random.int(20, 900))
    const active = inUse(rank)
    const drawn = random.weighted({
      PRODUCED: 91 - active,
      ACTIVE: active,
      SUSPENDED: 1.5,
      EXPIRED: 5,
      RETIRED: 2.5,
    })
    const recent = organization.modifiedAt > daysBefore(now, 15)
    const status = owned && !recent ? drawn : 'PRODUCED'
    const contact = owned && random.chance(0.7) ? organization.owner : null
    // Devices of one organization are being installed today.
    const today = status === 'ACTIVE' && rank === 1
    const made = daysAfter(producedAt, random.int(1, 19))
    const createdAt = today
      ? daysBefore(now, 5 + (index % 20) / 1_440)
      : registered(owned ? organization.modifiedAt : producedAt, made, index, now)
    return {
      tenantId: owned ? organization.id : nobody,
      id: `${line.code}${producedAt.getFullYear() % 100}${String(index + 1).padStart(6, '0')}`,
      name: owned ? `${random.pick(sites)}${line.name} ${random.int(1, 48)}` : line.name,
      contactName: contact?.name ?? null,
      contactMobilePhone: contact?.mobilePhone ?? null,
      businessMan: random.chance(0.6) ? random.pick(sales) : null,
      status,
      customerName: random.chance(0.5) && owned ? organization.name : null,
      versionMap: Object.fromEntries(
        line.parts.map((part) => [part, `${random.int(1, 4)}.${random.int(0, 9)}.${random.int(0, 20)}`]),
      ),
      infoMap: {
        model: `${line.code}-${random.int(1, 3)}00`,
        region: random.pick(['华东', '华南', '华北', '西南']),
      },
      specification: line.specification,
      producedAt,
      expiredAt: expiry(random, status, createdAt, now),
      createdAt,
      installedAt: today ? new Date(now.getTime() - (480 - (index % 23)) * 60_000) : null,
    }
  })
}

/**
 * Returns when a device was registered: after it was produced and its organization was approved. Devices that
 * were registered on the same day get different times.
 */
function registered(since: Date, made: Date, index: number, now: Date): Date {
  const day = 86_400_000
  const at = Math.max(made.getTime(), since.getTime() + ((index * 31) % 20) * day)
  const morning = (Math.floor(at / day) + 1) * day + 2 * 3_600_000 + (index % 20) * 60_000
  if (morning < now.getTime()) return new Date(morning)
  return new Date(since.getTime() + (now.getTime() - since.getTime()) * 0.6 + (index % 20) * 60_000)
}

function expiry(random: Random, status: Device['status'], createdAt: Date, now: Date): Date | null {
  if (status === 'EXPIRED') {
    const age = (now.getTime() - createdAt.getTime()) / 86_400_000
    return daysBefore(now, Math.min(random.int(1, 60), age * 0.4))
  }
  return random.chance(0.85) ? daysAfter(now, random.int(1, 900)) : null
}
