import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

export interface DialogState {
  opened: boolean
  onClose: () => void
}

/** What every dialog is given. `Rows` is what it is about: `[Account]` for one, `readonly Account[]` for several. */
export interface DialogProps<Rows extends readonly unknown[] = []> extends DialogState {
  rows: Rows
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
 * The dialogs of a page by name; the code of each is loaded when it is first opened. The hook that comes of it opens
 * them, one at a time, and the page draws `dialog`. Each opening is a new form, without what was given up the last time.
 */
export function lazyDialogs<All extends Record<string, AnyProps>>(
  loaders: {
    [Name in keyof All]: () => Promise<{ default: (props: All[Name]) => ReactNode }>
  },
) {
  const dialogs = new Map(Object.entries(loaders).map(([name, load]) => [name, lazy(load)]))

  return function useDialogs() {
    const [current, setCurrent] = useState<{ name: string; given: object; turn: number; opened: boolean }>()
    const open = useCallback(
      <Name extends keyof All & string>(name: Name, ...[rows = [], more]: About<All[Name]>) =>
        setCurrent((last) => ({ name, given: { rows, ...more }, turn: (last?.turn ?? 0) + 1, opened: true })),
      [],
    )
    const close = useCallback(() => setCurrent((last) => last && { ...last, opened: false }), [])

    const Dialog = current && dialogs.get(current.name)
    const dialog = Dialog && (
      <Suspense fallback={null}>
        <Dialog {...current.given} key={current.turn} opened={current.opened} onClose={close} />
      </Suspense>
    )
    return { open, dialog }
  }
}
