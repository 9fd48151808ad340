import { IconAnchor, IconBolt, IconBuilding, IconDroplet, IconRoad } from '#icons'
import { useLocale } from '../../../lib/texts.ts'
import { industryCharacters } from '../words.ts'

/** Content of a square: a character or an icon. */
export type Content = string | typeof IconAnchor

const icons = [IconAnchor, IconDroplet, IconBolt, IconRoad, IconBuilding]

/**
 * Returns the default contents of the squares, which stand for five industries: ports, water, power, roads
 * and cities.
 */
export const useIndustries = (): readonly Content[] =>
  useLocale() === 'zh-CN' ? [...industryCharacters] : icons
