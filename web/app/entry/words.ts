import { defineWords } from '../../lib/texts.ts'

/** Texts next to the sign-in form. */
export const words = defineWords('entry', {
  line: '人、组织与设备，各就其位。',
  text: '一个账号，进入您的每个组织和平台上的每个应用。',
  letters: '港水电路城',
})
