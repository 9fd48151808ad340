import { IconAnchor, IconBolt, IconBuilding, IconDroplet, IconRoad } from '#icons'
import { useLocale } from '../../../lib/texts.ts'

/** Content of a square: a character, or an icon for languages that have no character for it. */
export type Content = string | typeof IconAnchor

const industries: readonly (readonly [character: string, icon: typeof IconAnchor])[] = [
  ['港', IconAnchor],
  ['水', IconDroplet],
  ['电', IconBolt],
  ['路', IconRoad],
  ['城', IconBuilding],
]

/** Returns the squares of the illustration without an application: ports, water, power, roads and cities. */
export function useIndustries(): readonly Content[] {
  const locale = useLocale()
  return industries.map(([character, icon]) => (locale === 'zh-CN' ? character : icon))
}
