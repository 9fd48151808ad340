import { useTexts } from '../../lib/texts.ts'
import { type Shown, useDrawn } from '../../ui/display/drawing.ts'
import { Way } from '../../ui/display/Way.tsx'
import { words } from './further/words.ts'

/** Shows above the form, and in the illustration, which application the user signs in to. */
export function WayThere({ name, icon }: Shown) {
  const t = useTexts(words)
  useDrawn({ application: { name, icon }, line: t('way.line', { name }), text: t('way.text') })
  return <Way name={name} icon={icon} />
}
