import { type ComponentProps, type ComponentType, useState } from 'react'
import { isOffline } from '../../network.ts'
import { useCommonWords } from '../commonWords.ts'
import { toast } from '../feedback/toast.ts'

/** Props of the opened part. It renders the button, focuses it, and opens when it mounts. */
export interface OpenedProps {
  button: ComponentProps<'button'>
}

interface OpenerProps<Props extends object> {
  button: ComponentProps<'button'>
  /** Must be a constant. */
  load: () => Promise<ComponentType<Props & OpenedProps>>
  given: Props
}

/** A button whose menu or other content loads on first use, with a notice if loading fails. */
export function Opener<Props extends object>({ button, load, given }: OpenerProps<Props>) {
  const common = useCommonWords()
  const [Opened, setOpened] = useState<ComponentType<Props & OpenedProps>>()
  if (Opened) return <Opened {...given} button={button} />

  // A browser does not retry a failed import of the same document, so nothing is preloaded without a network.
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
