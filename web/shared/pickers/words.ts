import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('pickers', {
  tenantPlaceholder: '输入名称、拼音或编号查找',
  tenantIdPlaceholder: '输入完整的组织编号',
  tenantNone: '没有找到组织',
  tenantFailed: '没有查找成功，请检查网络后重试',
  accountByName: '姓名、完整手机号或用户名',
  accountByLogin: '手机号或用户名 ↵',
  accountDisabled: '已停用',
  accountNone: '没有找到账号',
  accountFailed: '没有查找成功，请检查网络后重试',
  searching: '正在查找…',
  clear: '清除',
})
