import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { isOffline } from '../../network.ts'
import { useValues } from './values.ts'

/** Error texts of a failed call: one text for the whole form, and one for each invalid field. */
export interface Refusal {
  message: string
  fields?: Record<string, string>
}

type FormErrors = Record<string, ReactNode>

/** Elements whose onChange receives an event. */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Props for Mantine's inputs, text areas and selects, and for other inputs whose onChange receives the value.
 */
interface InputProps<Value> {
  value: Value
  onChange: (next: Value | ChangeEvent<Control>) => void
  error?: ReactNode
}

interface Options<Values> {
  initial: Values
  /** Returns an error text for each invalid field. The object is empty if all fields are valid. */
  check: (values: Values) => { [field in keyof Values]?: string | undefined }
  submit: (values: Values) => Promise<void>
  /** Converts an error that `submit` threw into error messages. */
  refusal: (error: unknown) => Refusal
}

/**
 * Manages the state of a form. Fields are validated on submit, and the first invalid field gets the focus.
 * Server errors appear at their fields. An error that belongs to no field is in `problem`. The user's input
 * is never discarded.
 */
export function useFields<Values extends Record<string, unknown>>(options: Options<Values>) {
  const form = useValues(options.initial)
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<{ otherwise: string }>()
  const element = useRef<HTMLFormElement>(null)
  const underWay = useRef(false)

  useFocusOnFailure(element, failed)

  /** Replaces all field errors and focuses the first invalid field. */
  function show(errors: { [field in keyof Values]?: string }, otherwise = submitButton) {
    form.setErrors(errors as FormErrors)
    setFailed({ otherwise })
  }

  function refuse(error: unknown, otherwise?: string) {
    const { message, fields = {} } = options.refusal(error)
    const known = Object.entries(fields).filter(([name]) => Object.hasOwn(options.initial, name))
    const unknown = Object.entries(fields).find(([name]) => !Object.hasOwn(options.initial, name))
    show(Object.fromEntries(known) as { [field in keyof Values]?: string }, otherwise)
    setProblem(known.length ? unknown?.[1] : message)
    // If the call failed while offline, the error is removed when the network returns.
    if (isOffline()) window.addEventListener('online', () => setProblem(undefined), { once: true })
  }

  /**
   * Runs another action of the form, such as sending a code. Its errors are shown in the same way as those of
   * a submit. `next` is the field that gets the focus after the action.
   */
  async function attempt(next: keyof Values & string, run: () => Promise<void>) {
    const nextField = `[name="${next}"]`
    setProblem(undefined)
    try {
      await run()
      if (focusFell()) find(element.current, nextField)?.focus()
    } catch (error) {
      refuse(error, nextField)
    }
  }

  async function send(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (underWay.current) return
    setProblem(undefined)
    const wrong = withoutEmpty(options.check(form.getValues()))
    form.setErrors(wrong)
    if (Object.keys(wrong).length > 0) return setFailed({ otherwise: submitButton })
    underWay.current = true
    setPending(true)
    try {
      await options.submit(form.getValues())
    } catch (error) {
      refuse(error)
    } finally {
      underWay.current = false
      setPending(false)
    }
  }

  return {
    form,
    /** Error text that belongs to no field. */
    problem,
    pending,
    show,
    attempt,
    clearProblem: () => setProblem(undefined),
    /**
     * Props of the form element. Native validation is disabled, because its messages are in the browser's
     * language.
     */
    formProps: { ref: element, noValidate: true, onSubmit: send },
    /** Returns the props of an input. `rule` is a hint that is shown while there is no error. */
    field: <Name extends keyof Values & string>(name: Name, rule?: string) => {
      const error = form.errors[name]
      const props: InputProps<Values[Name]> = {
        value: form.values[name],
        onChange: (next) => form.setFieldValue(name, typedValue(next) as Values[Name]),
        error,
      }
      return { ...props, name, description: error ? undefined : rule }
    },
    box: <Name extends keyof Values & string>(name: Name) => {
      const error = form.errors[name]
      return {
        name,
        checked: Boolean(form.values[name]),
        onChange: (next: boolean | ChangeEvent<HTMLInputElement>) =>
          form.setFieldValue(
            name,
            (typeof next === 'boolean' ? next : next.currentTarget.checked) as Values[Name],
          ),
        error,
        'aria-invalid': error ? (true as const) : undefined,
      }
    },
  }
}

/**
 * Focuses the first invalid field in reading order. If all fields are valid, but the focus was lost when a
 * button was disabled, focuses the element that matches the selector `otherwise`.
 */
function useFocusOnFailure(
  element: RefObject<HTMLFormElement | null>,
  failed: { otherwise: string } | undefined,
): void {
  // Runs after the error texts have been rendered.
  useEffect(() => {
    if (!failed) return
    const wrong = find(element.current, '[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else if (focusFell()) find(element.current, failed.otherwise)?.focus()
  }, [element, failed])
}

const submitButton = '[type="submit"]'
const find = (form: HTMLFormElement | null, selector: string) => form?.querySelector<HTMLElement>(selector)

/** Whether the focus was lost, which happens when the pressed button is disabled. */
const focusFell = () =>
  document.activeElement === document.body || Boolean(document.activeElement?.matches(':disabled'))

/**
 * Returns the value that was passed to onChange. Native inputs pass an event; other inputs can pass the value
 * itself.
 */
const typedValue = <Value>(next: Value | ChangeEvent<Control>): Value | string =>
  isChange(next) ? next.currentTarget.value : next

const isChange = (next: unknown): next is ChangeEvent<Control> =>
  typeof next === 'object' && next !== null && 'nativeEvent' in next

const withoutEmpty = (errors: Record<string, string | undefined>): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, words]) => words))
