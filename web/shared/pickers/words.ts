import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('pickers', {
  tenantPlaceholder: '输入名称、拼音或编号查找',
  tenantIdPlaceholder: '输入完整的组织编号',
  tenantNone: '未找到组织',
  tenantFailed: '查找失败，请检查网络后重试',
  accountByName: '姓名、完整手机号或用户名',
  accountByLogin: '手机号或用户名 ↵',
  accountDisabled: '已停用',
  accountNone: '未找到账号',
  accountFailed: '查找失败，请检查网络后重试',
  searching: '正在查找…',
  clear: '清除',
})
