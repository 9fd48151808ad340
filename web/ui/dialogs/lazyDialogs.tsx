import { type ComponentType, type ReactNode, Suspense, useCallback, useState } from 'react'
import { required } from '../../../contract/required.ts'
import { Loading } from './Loading.tsx'

export interface DialogState {
  opened: boolean
  onClose: () => void
}

/**
 * Props of every dialog. `Rows` is the type of the objects on which the dialog acts: `[Account]` for one
 * object, `readonly Account[]` for several.
 */
export interface DialogProps<Rows extends readonly unknown[] = []> extends DialogState {
  rows: Rows
  /**
   * Ids of all selected rows. Set only if `rows` does not contain all selected rows, because some have not
   * been loaded.
   */
  ids?: readonly string[] | undefined
  /** Called after the action has succeeded. */
  done?: (() => void) | undefined
}

type AnyProps = DialogProps<readonly unknown[]>
/** The props of a dialog, except its rows and its state. */
type OtherProps<Props> = Omit<Props, 'rows' | keyof DialogState>

/**
 * Arguments of the function that opens a dialog. `rows` can be omitted if the dialog has no rows. `more` can
 * be omitted if the dialog has no other required props.
 */
type DialogArguments<Props extends AnyProps> =
  Partial<OtherProps<Props>> extends OtherProps<Props>
    ? [] extends Props['rows']
      ? [rows?: Props['rows'], more?: OtherProps<Props>]
      : [rows: Props['rows'], more?: OtherProps<Props>]
    : [rows: Props['rows'], more: OtherProps<Props>]

/**
 * Returns a hook that opens the dialogs of a page by name, one at a time. The page must render `dialog`. The
 * code of each dialog is loaded when the dialog first opens. If the code cannot be loaded, a message is
 * shown. Forms are empty each time a dialog opens.
 */
export function lazyDialogs<All extends Record<string, AnyProps>>(
  loaders: {
    [Name in keyof All]: () => Promise<{ default: (props: All[Name]) => ReactNode }>
  },
) {
  const loaded = new Map<string, ComponentType<DialogState>>()

  return function useDialogs() {
    const [current, setCurrent] = useState<{
      name: string
      props: object
      opening: number
      opened: boolean
    }>()
    const open = useCallback(
      <Name extends keyof All & string>(name: Name, ...[rows = [], more]: DialogArguments<All[Name]>) =>
        setCurrent((last) => ({
          name,
          props: { rows, ...more },
          opening: (last?.opening ?? 0) + 1,
          opened: true,
        })),
      [],
    )
    const close = useCallback(() => setCurrent((last) => last && { ...last, opened: false }), [])

    const name = current?.name
    const load = useCallback(async () => {
      if (!name) return
      const { default: Loaded } = await required(loaders[name], 'item of loaders')()
      loaded.set(name, Loaded as ComponentType<DialogState>)
      setCurrent((last) => last && { ...last })
    }, [name])

    const Dialog = current && loaded.get(current.name)
    const dialog = Dialog ? (
      <Suspense fallback={null}>
        <Dialog {...current.props} key={current.opening} opened={current.opened} onClose={close} />
      </Suspense>
    ) : (
      current?.opened && <Loading key={current.opening} load={load} onClose={close} />
    )
    return { open, dialog }
  }
}
