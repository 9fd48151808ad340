import { defineWords } from '../../lib/texts.ts'

/** Texts next to the sign-in form. */
export const words = defineWords('entry', {
  line: '让人、组织和设备井然有序',
  text: '一个账号，通行所有组织与应用。',
})

/**
 * Characters in the sign-in illustration: port, water, power, road and city. In English, icons replace them.
 */
export const industryCharacters = '港水电路城'
