import { required } from '../../contract/required.ts'

// Sample data for page design. Some names are short and some are long, and every status occurs.

const day = 86_400_000
export const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
export const ahead = (days: number) => ago(-days)

export interface MockUser {
  id: string
  name: string
  admin: boolean
}

/** Sample accounts. The password of each account is its username: admin/admin and user/user. */
export const users: Record<string, MockUser> = {
  admin: { id: '0b5e0000-0000-7000-8000-000000000001', name: '王志远', admin: true },
  user: { id: '0b5e0000-0000-7000-8000-000000000002', name: '林晚秋', admin: false },
}

const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨'
const givenNames = ['晚秋', '志远', '思琪', '雨桐', '海燕', '国栋', '文博', '丽娜', '明']
export const personName = (index: number) =>
  required(surnames[(index * 7) % surnames.length], 'item of surnames') +
  required(givenNames[index % givenNames.length], 'item of givenNames')

const companies = [
  '上海智澜科技',
  '苏州恒测仪器',
  '武汉光谷测控技术',
  '南京智行交通',
  '长沙川辰新能源',
  '宁波启航物流',
]
export const companyName = (index: number) => `${companies[index % companies.length]}有限公司`

const machines = ['一号厂房边缘计算网关', '泵房振动监测终端', '轨道 3 号线巡检终端', '临港仓库采集终端']
export const deviceName = (index: number) =>
  `${machines[index % machines.length]} ${String(index + 1).padStart(2, '0')}`

export const areaName = (index: number) =>
  required(['北京市', '上海市', '江苏省'][index % 3], 'item of table')

export interface MockMessage {
  id: number
  type: 'message' | 'notice' | 'todo'
  /** Type of the to-do or message. The page shows it as a tag. */
  messageType: 0 | 1 | 3
  title: string
  subTitle: string
  content: string
  time: string
  /** 0 means unread, 1 means read. */
  status: 0 | 1
}

export const messages: MockMessage[] = [
  ['message', 0, '陈思琪', '的私信', '审批请求已发送，请查收'],
  ['message', 0, '郑海燕', '的回复', '此处 bug 已经修复，如有问题请查阅文档'],
  ['message', 1, '系统', '的消息', '设备“泵房振动监测终端 02”已上线'],
  ['notice', 0, '续费通知', '', '您有一项服务即将到期，请及时续费'],
  ['notice', 3, '规则开通成功', '', '内容屏蔽规则于今日开通成功并生效'],
  ['todo', 1, '质检队列变更', '', '内容质检队列已变更，请重新确认'],
  ['todo', 3, '组织认证', '', '苏州恒测仪器有限公司正在等待审核'],
].map(([type, messageType, title, subTitle, content], index) => ({
  id: index + 1,
  type: type as MockMessage['type'],
  messageType: messageType as MockMessage['messageType'],
  title: title as string,
  subTitle: subTitle as string,
  content: content as string,
  time: ago(index / 3),
  status: index % 3 === 2 ? 1 : 0,
}))

/** Returns counts for eight days. */
export const contentData = () =>
  Array.from({ length: 8 }, (_, index) => ({
    x: ago(7 - index).slice(0, 10),
    y: required([842, 851, 848, 869, 877, 874, 891, 903][index], 'item of table'),
  }))

const popular = (titles: readonly string[]) =>
  titles.map((title, index) => ({
    key: index + 1,
    clickNumber: `${346 - index * 21}k`,
    title,
    increases: 35 - index * 6,
  }))
const texts = popular(['设备接入指南', '算法权限说明', '组织认证流程', '数据权限常见问题', '固件升级公告'])
const images = popular(['厂房巡检图集', '安装示意图', '接线图', '铭牌样式', '现场照片'])
const videos = popular(['网关安装', '相机调焦', '固件升级演示', '平台入门', '故障排查'])

/**
 * As in the template that the specification requires, `image` contains the videos and `video` contains the
 * images.
 */
export const popularLists: Record<string, ReturnType<typeof popular>> = {
  text: texts,
  image: videos,
  video: images,
}
