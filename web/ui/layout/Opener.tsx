import { type ComponentProps, type ComponentType, useState } from 'react'
import { isOffline } from '../../network.ts'
import { useCommonWords } from '../commonWords.ts'
import { toast } from '../feedback/toast.ts'

/**
 * Props of the component that an Opener loads. On mount, the component must render the button, focus it, and
 * open.
 */
export interface OpenedProps {
  button: ComponentProps<'button'>
}

interface OpenerProps<Props extends object> {
  button: ComponentProps<'button'>
  /** Imports the component. Must be referentially stable. */
  load: () => Promise<ComponentType<Props & OpenedProps>>
  given: Props
}

/** Button whose menu or other content is loaded when it is first used. If loading fails, a toast is shown. */
export function Opener<Props extends object>({ button, load, given }: OpenerProps<Props>) {
  const common = useCommonWords()
  const [Opened, setOpened] = useState<ComponentType<Props & OpenedProps>>()
  if (Opened) return <Opened {...given} button={button} />

  // While offline, nothing is preloaded, because a browser does not retry a failed import() within the same
  // document.
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
