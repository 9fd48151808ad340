import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('tenantForm', {
  name: '组织名称',
  nameEmpty: '请输入组织名称',
  nameChecking: '正在检查名称是否可用…',
  nameFree: '名称可用',
  nameTaken: '该组织名称已被使用',
  areas: '所在地区',
  areasEmpty: '请选择所在地区',
  contactName: '联系人',
  contactNameEmpty: '请输入联系人',
  contactPhone: '联系电话',
  contactEmail: '联系邮箱',
  contactEmailOptional: '联系邮箱（选填）',
})
