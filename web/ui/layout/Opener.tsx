import { type ComponentProps, type ComponentType, useState } from 'react'
import { isOffline } from '../../network.ts'
import { useCommonWords } from '../commonWords.ts'
import { toast } from '../feedback/toast.ts'

/** The button of what opens: it draws it, gives it the focus and opens as it comes. */
export interface OpenedProps {
  button: ComponentProps<'button'>
}

interface OpenerProps<Given extends object> {
  button: ComponentProps<'button'>
  /** A constant. */
  load: () => Promise<ComponentType<Given & OpenedProps>>
  given: Given
}

/** A button whose menu, or whatever it opens, comes with the first wish for it; what does not come is said. */
export function Opener<Given extends object>({ button, load, given }: OpenerProps<Given>) {
  const common = useCommonWords()
  const [Opened, setOpened] = useState<ComponentType<Given & OpenedProps>>()
  if (Opened) return <Opened {...given} button={button} />

  // What has once failed to load, the document does not ask for again: without a network nothing is asked for.
  const prepare = () => {
    if (!isOffline()) load().catch(() => undefined)
  }
  async function open() {
    if (isOffline()) return toast('err', common.notLoadedOffline)
    try {
      const loaded = await load()
      setOpened(() => loaded)
    } catch {
      toast('err', common.notLoadedText)
    }
  }
  return (
    <button
      type="button"
      aria-expanded={false}
      {...button}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void open()}
    />
  )
}
