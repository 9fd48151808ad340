import { type ComponentType, type ReactNode, Suspense, useCallback, useState } from 'react'
import { Loading } from './Loading.tsx'

export interface DialogState {
  opened: boolean
  onClose: () => void
}

/** What every dialog is given. `Rows` is what it is about: `[Account]` for one, `readonly Account[]` for several. */
export interface DialogProps<Rows extends readonly unknown[] = []> extends DialogState {
  rows: Rows
  /** Of all that it is about, where more are chosen than `rows` has. */
  ids?: readonly string[] | undefined
  /** Called after it has been done. */
  done?: (() => void) | undefined
}

type AnyProps = DialogProps<readonly unknown[]>
/** What one dialog is given beside its rows. */
type More<Props> = Omit<Props, 'rows' | keyof DialogState>

/** Rows may be left out where a dialog is about none, the rest where it needs nothing more. */
type About<Props extends AnyProps> =
  Partial<More<Props>> extends More<Props>
    ? [] extends Props['rows']
      ? [rows?: Props['rows'], more?: More<Props>]
      : [rows: Props['rows'], more?: More<Props>]
    : [rows: Props['rows'], more: More<Props>]

/**
 * The dialogs of a page by name; the code of each is loaded when it is first opened, and where it does not come that is
 * said in its place. The hook that comes of it opens them, one at a time, and the page draws `dialog`. Each opening is a
 * new form, without what was given up the last time.
 */
export function lazyDialogs<All extends Record<string, AnyProps>>(
  loaders: {
    [Name in keyof All]: () => Promise<{ default: (props: All[Name]) => ReactNode }>
  },
) {
  const loaded = new Map<string, ComponentType<DialogState>>()

  return function useDialogs() {
    const [current, setCurrent] = useState<{ name: string; given: object; turn: number; opened: boolean }>()
    const open = useCallback(
      <Name extends keyof All & string>(name: Name, ...[rows = [], more]: About<All[Name]>) =>
        setCurrent((last) => ({ name, given: { rows, ...more }, turn: (last?.turn ?? 0) + 1, opened: true })),
      [],
    )
    const close = useCallback(() => setCurrent((last) => last && { ...last, opened: false }), [])

    const name = current?.name
    const load = useCallback(async () => {
      if (!name) return
      const { default: Loaded } = await loaders[name]!()
      loaded.set(name, Loaded as ComponentType<DialogState>)
      setCurrent((last) => last && { ...last })
    }, [name])

    const Dialog = current && loaded.get(current.name)
    const dialog = Dialog ? (
      <Suspense fallback={null}>
        <Dialog {...current.given} key={current.turn} opened={current.opened} onClose={close} />
      </Suspense>
    ) : (
      current?.opened && <Loading key={current.turn} load={load} onClose={close} />
    )
    return { open, dialog }
  }
}
