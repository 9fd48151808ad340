import { type Bilingual, ends, grounds, type PersonalData } from './personal-data.ts'
import { register } from './register.ts'

const headings = {
  en: ['table and columns', 'data', 'purpose', 'legal ground', 'stored until'],
  zh: ['所在的表和列', '内容', '目的', '依据', '保存到'],
} as const

/** Returns the content of each page that shows the register as a table, by path of the page. */
export const privacyPages = (): Record<string, string> => ({
  'docs/privacy.md': `# Personal data

For operators and data protection officers. This page lists the personal data that Reeve stores, with its purpose, legal ground and retention. It is generated from \`contract/privacy/register.ts\` by \`npm run generate\`. [中文](zh/privacy.md)

Every column of the database is in the register or in \`contract/privacy/impersonal.ts\`, which lists columns without personal data. \`checks/privacy.test.ts\` compares both with the tables. \`server/privacy.test.ts\` checks that expired rows are deleted and that nothing of an erased account remains. IDs of accounts remain, but no longer identify anyone ([decision 009](decisions/009-closing-an-account.md)). Data stored by SMS and mail providers, receivers of the audit log, and backups is not listed. Operators agree on it with these parties.

${tableIn('en')}
`,
  'docs/zh/privacy.md': `# 个人信息

面向运维人员和数据保护负责人。本页列出平台保存的个人信息及其目的、依据和保存期限，由 \`npm run generate\` 根据 \`contract/privacy/register.ts\` 生成。账号删除后，保留的账号编号不再指向任何人。短信和邮件服务商、接收操作日志的外部系统以及备份不在此列，由平台运营者另行约定。[English](../privacy.md)

${tableIn('zh')}
`,
})

function tableIn(language: 'en' | 'zh'): string {
  const of = ([zh, en]: Bilingual) => (language === 'zh' ? zh : en)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const stop = language === 'zh' ? '；' : '; '
  return [
    row(headings[language]),
    row(headings[language].map(() => '---')),
    ...register.map((entry) =>
      row([
        columnsOf(entry),
        of(entry.what),
        of(entry.why),
        of(grounds[entry.ground]),
        [
          ...entry.ends.map((end) => of(ends[end])),
          ...(entry.period ? [of(periodOf(entry.period))] : []),
        ].join(stop),
      ]),
    ),
  ].join('\n')
}

const columnsOf = ({ table, columns }: PersonalData): string =>
  `\`${table}\`: ${columns
    .split(' ')
    .map((column) => `\`${column}\``)
    .join(', ')}`

function periodOf({ seconds, from, task }: NonNullable<PersonalData['period']>): Bilingual {
  const by: Bilingual = [`（定时任务 \`${task}\`）`, ` (task \`${task}\`)`]
  if (!seconds) return [`到 \`${from}\` 为止${by[0]}`, `until \`${from}\`${by[1]}`]
  const [zh, en] = lengthOf(seconds)
  return [`\`${from}\` 之后 ${zh}${by[0]}`, `${en} after \`${from}\`${by[1]}`]
}

/** Formats a duration in the largest unit that divides it evenly. */
function lengthOf(seconds: number): Bilingual {
  const units = [
    [86_400, '天', 'days'],
    [3_600, '小时', 'hours'],
    [60, '分钟', 'minutes'],
  ] as const
  const [size, zh, en] = units.find(([each]) => seconds % each === 0 && seconds > each) ?? units[2]
  return [`${seconds / size} ${zh}`, `${seconds / size} ${en}`]
}
