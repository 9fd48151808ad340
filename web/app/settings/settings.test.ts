import { expect, test } from 'vitest'
import { contrast, parseColor as parse } from '../../../contract/contrast.ts'
import { required } from '../../../contract/required.ts'
import { shadesOf } from './colors.ts'
import { defaults, read } from './settings.ts'

test('uses each valid stored setting, and the default value for each invalid or missing setting', () => {
  expect(read(null)).toEqual(defaults)
  for (const broken of [
    '',
    '{',
    'null',
    '7',
    '[]',
    '"x"',
    '{"navbar":"no","menuWidth":9,"themeColor":"red"}',
  ])
    expect(read(broken), broken).toEqual(defaults)
  expect(read('{"tabBar":true,"menuWidth":300,"themeColor":"#00AA55","other":1}')).toEqual({
    ...defaults,
    tabBar: true,
    menuWidth: 300,
    themeColor: '#00AA55',
  })
})

test.each(['#165DFF', '#FFFF00', '#FFFFFF', '#000000', '#00AA55', '#7B2FF7', '#D9363E'])(
  'derives readable colors for the light and dark modes from the theme color %s',
  (color) => {
    const { light, dark } = shadesOf(color)
    const ratio = (scheme: Record<string, string>, text: string, ground: string) =>
      contrast(parse(required(scheme[text], 'item of scheme')), parse(scheme[ground] ?? ground))
    expect(ratio(light, '--fill', '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(ratio(light, '--link', '--sel')).toBeGreaterThanOrEqual(4.5)
    expect(ratio(light, '--link', '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(ratio(dark, '--link', '--sel')).toBeGreaterThanOrEqual(4.5)
    expect(ratio(dark, '--link', '#17191e')).toBeGreaterThanOrEqual(4.5)
  },
)
