import { documentLimits } from '../documents.ts'
import { limits } from '../limits.ts'

/** The same text in Chinese and English. */
export type Bilingual = readonly [zh: string, en: string]

/**
 * Legal grounds for processing according to Article 13 of the Personal Information Protection Law (个人信息保护法).
 */
export const grounds = {
  consent: ['取得个人的同意（第十三条第一款第一项）', 'consent (Article 13 (1))'],
  contract: [
    '为订立、履行合同所必需（第十三条第一款第二项）',
    'performance of the contract (Article 13 (2))',
  ],
  law: ['为履行法定义务所必需（第十三条第一款第三项）', 'legal obligation (Article 13 (3))'],
} as const satisfies Record<string, Bilingual>

/**
 * Events after which personal data is deleted. An entry of the register can have such events, a
 * retention period or both.
 */
export const ends = {
  account: [
    `账号注销 ${limits.closing} 天后随账号删除`,
    `erased with the account, ${limits.closing} days after its closure`,
  ],
  membership: ['成员离开组织时删除', 'deleted when the member leaves the organization'],
  organization: ['随组织删除', 'deleted with the organization'],
  device: ['随设备删除', 'deleted with the device'],
  paper: [
    `申请结束 ${documentLimits.days} 天后删除；未随申请提交的 ${documentLimits.hours} 小时后删除`,
    `deleted ${documentLimits.days} days after the end of the request, or ${documentLimits.hours} hours after the upload if no request uses it`,
  ],
  withdrawn: ['本人撤回、修改或删除时', 'when the person withdraws, changes or deletes the data'],
  used: ['使用或送达后立即删除', 'deleted after use or delivery'],
  audit: [
    '随所在季度的操作日志删除：季度结束满 REEVE_AUDIT_DAYS 天（默认 1095 天，不少于 180 天）后',
    'deleted with its quarter of the audit log, REEVE_AUDIT_DAYS days (default 1095, at least 180) after the end of the quarter',
  ],
} as const satisfies Record<string, Bilingual>

/**
 * Retention period. The task `task` in server/periodic.ts deletes the data `seconds` after the time in the
 * column `from`.
 */
export interface Period {
  seconds: number
  from: string
  task: string
}

/** Personal data that is stored for the same purpose. */
export interface PersonalData {
  table: string
  /** Column names, separated by spaces. */
  columns: string
  /** The column that contains the account id, if the data is deleted when the account is erased. */
  of?: string
  what: Bilingual
  why: Bilingual
  ground: keyof typeof grounds
  ends: readonly (keyof typeof ends)[]
  period?: Period
}
