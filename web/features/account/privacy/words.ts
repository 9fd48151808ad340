import { defineWords } from '../../../lib/texts.ts'

/** Texts about accepted terms and the data export. */
export const words = defineWords('privacy', {
  title: '我的数据',
  terms: '用户协议',
  privacy: '隐私政策',
  agreed: '{version} 版，{time} 同意',
  read: '查看',
  readOne: '查看{name}',
  'export.title': '导出我的数据',
  'export.none': '包含账号、会话、组织、消息、操作日志等数据的文件',
  'export.loading': '正在加载…',
  'export.loadFailed': '加载失败',
  'export.retry': '重试',
  'export.making': '准备中',
  'export.WAITING': '{time} 申请，准备完成后会通知您，您可以离开此页',
  'export.READY': '已可下载，仅可下载一次，{until} 前有效',
  'export.FETCHED': '{time} 申请的文件已下载并删除',
  'export.EXPIRED': '{time} 申请的文件未下载，已删除',
  'export.FAILED': '{time} 申请的文件生成失败，请重新申请',
  'export.ask': '申请',
  'export.askLabel': '申请导出我的数据',
  'export.XLSX': 'Excel 表格 (.xlsx)',
  'export.JSON': 'JSON (.json)',
  'export.fetch': '下载',
  'export.fetched': '文件已下载，平台上的副本已删除',
  'export.broken': '下载中断，请重试',
})
