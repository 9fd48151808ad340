import { lazy } from 'react'
import { required } from '../../../../contract/required.ts'
import { useDrawing } from '../../../ui/display/drawing.ts'
import { Caption } from '../Caption.tsx'
import { useIndustries } from './industries.ts'

// EntryFrame imports the same module lazily, so both use one chunk.
const Picture = lazy(async () => ({ default: (await import('./Picture.tsx')).Picture }))

/**
 * Illustration for a sign-in to an application. The squares on the R of the logo are the account's
 * organizations. The square at the end of the R's leg is the application.
 */
export function OfApplication({ above }: { above: boolean }) {
  const industries = useIndustries()
  const drawing = useDrawing()
  if (!drawing) return <Picture above={above} />
  const { application, organizations, chosen, line, text } = drawing
  const own = organizations?.slice(0, 4)
  const first = (name: string) => required([...name][0], 'item of name').toUpperCase()
  const squares = own
    ? [0, 1, 2, 3].map((at) => (own[at] ? first(own[at].name) : ' '))
    : industries.slice(0, 4)
  return (
    <>
      <Picture
        above={above}
        contents={[...squares, first(application.name)]}
        chosen={own?.findIndex(({ id }) => id === chosen)}
        application={application}
      />
      <Caption line={line} text={text} application />
    </>
  )
}
