import { lazy } from 'react'
import { required } from '../../../../contract/required.ts'
import { useDrawing } from '../../../ui/display/drawing.ts'
import { Caption } from '../Caption.tsx'

// EntryFrame also imports the illustration lazily.
const Picture = lazy(async () => ({ default: (await import('./Picture.tsx')).Picture }))

/**
 * Illustration for a sign-in to an application. The squares on the R of the logo are the account's
 * organizations, and the square at the end of its leg is the application.
 */
export function OfApplication({ above, letters }: { above: boolean; letters: string }) {
  const drawing = useDrawing()
  if (!drawing) return <Picture above={above} letters={letters} />
  const { application, organizations, chosen, line, text } = drawing
  const own = organizations?.slice(0, 4)
  const first = (name: string) => required([...name][0], 'item of name').toUpperCase()
  const squares = own?.map(({ name }) => first(name)).join('') ?? [...letters].slice(0, 4).join('')
  return (
    <>
      <Picture
        above={above}
        letters={squares.padEnd(4) + first(application.name)}
        chosen={own?.findIndex(({ id }) => id === chosen)}
        application={application}
      />
      <Caption line={line} text={text} application />
    </>
  )
}
