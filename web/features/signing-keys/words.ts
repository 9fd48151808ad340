import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('signingKeys', {
  title: '签名密钥',
  context: '登录令牌和操作记录的封存都由它签名；建议每年轮换一次',
  rotate: '轮换签名密钥',
  rotated: '已生成新的签名密钥，一分钟内开始使用',
  rotatedLeaked: '已生成新的签名密钥，旧密钥已作废',
  rotateText: '生成一把新密钥，一分钟内由它签名。',
  rotateStays: '现在的密钥继续公布 15 分钟，直到它签发的令牌全部过期，登录不受影响。',
  leaked: '现在的密钥可能已经泄露',
  leakedText:
    '所有旧密钥立即作废，所有人（包括您自己）都要重新登录。密钥或数据库备份可能落到他人手中时才这样做。',
  empty: '还没有签名密钥',
  emptyText: '服务器第一次启动时会自动生成。',
  failed: '签名密钥加载失败',
  loading: '正在加载签名密钥',
  copy: '复制密钥编号 {id}',
  made: '生成于 {time}',
  retired: '停用于 {time}',
  'status.SIGNS': '正在签名',
  'status.PUBLISHED': '已停用，仍在公布',
  'status.KEPT': '已停用，留作核对',
  'until.PUBLISHED': '公布至 {time}',
  'until.KEPT': '保留至 {time}',
  dropped: '下次轮换时删除',
})
