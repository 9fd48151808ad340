import { useTexts } from '../../lib/texts.ts'
import { type Shown, useDrawn } from '../../ui/display/drawing.ts'
import { Way } from '../../ui/display/Way.tsx'
import { words } from './further/words.ts'

/** Above the form of who signs in to an application, and in the drawing beside it. */
export function WayThere({ name, icon }: Shown) {
  const t = useTexts(words)
  useDrawn({ application: { name, icon }, line: t('way.line', { name }), text: t('way.text') })
  return <Way name={name} icon={icon} />
}
