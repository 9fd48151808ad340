import { type Bilingual, ends, grounds, type PersonalData } from './personal-data.ts'
import { register } from './register.ts'

const headings = {
  en: ['kept in', 'what', 'why', 'on what ground', 'until'],
  zh: ['所在的表和列', '内容', '目的', '依据', '保存到'],
} as const

/** Returns docs/privacy.md: the register as a table in English and in Chinese. */
export const privacyPage = (): string => `# Personal data

What is kept of people, why, on what ground, until when, and what deletes it then. Made from \`contract/privacy/register.ts\` by \`npm run generate\`. [中文](#个人信息)

Every column of the database is in the register or in \`contract/privacy/impersonal.ts\`, which lists what is no personal data: \`checks/privacy.test.ts\` holds both against the tables. \`server/privacy.test.ts\` moves rows into the past and sees them deleted, and sees nothing of an account left once it is erased. Ids of accounts stay and name nobody then ([decision 009](decisions/009-closing-an-account.md)). What SMS and mail providers, a syslog or a webhook that the audit log is sent to, and backups keep is not in it: that is between their operators and the platform's.

${tableIn('en')}

# 个人信息

保存哪些个人信息、目的、依据、保存多久、由什么删除。账号抹去后，留下的账号 ID 不再指向任何人。短信和邮件服务商、接收操作记录的外部系统以及备份不在此列，由平台运营者另行约定。

${tableIn('zh')}
`

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

/** Formats a duration in the largest unit that gives a whole number. */
function lengthOf(seconds: number): Bilingual {
  const units = [
    [86_400, '天', 'days'],
    [3_600, '小时', 'hours'],
    [60, '分钟', 'minutes'],
  ] as const
  const [size, zh, en] = units.find(([each]) => seconds % each === 0 && seconds > each) ?? units[2]
  return [`${seconds / size} ${zh}`, `${seconds / size} ${en}`]
}
