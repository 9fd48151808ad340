import { roleLabels } from '../../../contract/labels/labels.ts'
import { defineWords } from '../texts.ts'

/**
 * Texts for algorithm roles: the name of a role, its short name in a list of permissions, and its
 * description.
 */
export const words = defineWords('roles', {
  ...roleLabels,
  'among.VIEWER': '算法查看',
  'among.OPERATOR': '算法运行',
  'among.DEVELOPER': '算法开发',
  'among.MANAGER': '算法管理',
  'text.VIEWER': '查看算法与结果',
  'text.OPERATOR': '在设备上运行',
  'text.DEVELOPER': '上传与修改算法',
  'text.MANAGER': '发布并授权到设备',
})
