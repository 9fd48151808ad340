import { useTexts } from '../../lib/texts.ts'
import { type Shown, useDrawn } from '../../ui/display/drawing.ts'
import { SignInPath } from '../../ui/display/SignInPath.tsx'
import { words } from './further/words.ts'

/** Shows the application to which the user signs in, above the form and in the illustration. */
export function ApplicationPath({ name, icon }: Shown) {
  const t = useTexts(words)
  useDrawn({ application: { name, icon }, line: t('way.line', { name }), text: t('way.text') })
  return <SignInPath name={name} icon={icon} />
}
