import { lazy } from 'react'
import { useDrawing } from '../../../ui/display/drawing.ts'
import { Sentence } from '../Sentence.tsx'

// The frame has it for itself, too.
const Picture = lazy(async () => ({ default: (await import('./Picture.tsx')).Picture }))

/** The drawing on the way to an application: the R's leg leads to it, and the account's own organizations stand on the R. */
export function OfApplication({ above, letters }: { above: boolean; letters: string }) {
  const drawing = useDrawing()
  if (!drawing) return <Picture above={above} letters={letters} />
  const { application, organizations, chosen, line, text } = drawing
  const own = organizations?.slice(0, 4)
  const first = (name: string) => [...name][0]!.toUpperCase()
  const squares = own?.map(({ name }) => first(name)).join('') ?? [...letters].slice(0, 4).join('')
  return (
    <>
      <Picture
        above={above}
        letters={squares.padEnd(4) + first(application.name)}
        chosen={own?.findIndex(({ id }) => id === chosen)}
        application={application}
      />
      <Sentence line={line} text={text} application />
    </>
  )
}
