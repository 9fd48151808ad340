import type { Bilingual } from './personal-data.ts'

export const serve: Bilingual = ['提供账号服务', 'to provide the account']
export const protect: Bilingual = ['保护账号，防止冒用', 'to protect the account against misuse']
export const provePast: Bilingual = [
  '查明谁做了什么；法律要求留存日志不少于六个月',
  'to find out who did what (the law requires logs to be stored for at least six months)',
]
export const signInToApplications: Bilingual = ['登录其他应用', 'to sign in to other applications']
export const reachOrganization: Bilingual = ['联系组织', 'to reach the organization']
