import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('shortcuts', {
  title: '键盘快捷键',
  palette: '搜索设备、人员、组织和页面',
  list: '跳转到列表的搜索框',
  walk: '在列表的行之间移动',
  open: '打开所在的行',
  undo: '撤销刚才的操作（提示消失前有效）',
  shown: '显示这些快捷键',
  close: '关闭对话框（有未保存内容时会先询问）',
  on: '单键快捷键',
  onText: '关闭后仅 Ctrl K 和 Ctrl Z 有效。仅保存在当前浏览器。',
})
