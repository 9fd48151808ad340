import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isOffline } from '../../network.ts'
import { useValues } from './values.ts'

/** What a refused call says: words for the whole form, and words for single fields. */
export interface Refusal {
  message: string
  fields?: Record<string, string>
}

type FormErrors = Record<string, ReactNode>

/** What Mantine's inputs take. */
interface InputProps<Value> {
  value: Value
  onChange: (next: Value | ChangeEvent<HTMLInputElement>) => void
  error?: ReactNode
}

interface Options<Values> {
  initial: Values
  /** Words for each wrong field; an empty object where all are right. */
  check: (values: Values) => { [field in keyof Values]?: string | undefined }
  submit: (values: Values) => Promise<void>
  /** Turns what `submit` threw into words. */
  refusal: (error: unknown) => Refusal
}

/**
 * A form that keeps what was typed: fields are checked when it is sent, the server's answer is shown at the
 * field it is about, what belongs to no field is in `problem`, and focus goes to the first wrong field.
 */
export function useFields<Values extends Record<string, unknown>>(options: Options<Values>) {
  const form = useValues(options.initial)
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<{ otherwise: string }>()
  const element = useRef<HTMLFormElement>(null)
  const underWay = useRef(false)

  // After the errors have been drawn: the first wrong field in the order in which a person reads them; where none
  // is, to what the focus fell from when the button that was pressed went out of use.
  useEffect(() => {
    if (!failed) return
    const wrong = find(element.current, '[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else if (focusFell()) find(element.current, failed.otherwise)?.focus()
  }, [failed])

  /** Errors of single fields, replacing all others; focus goes to the first. */
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
    // Once there is a network it is not the fault any more.
    if (isOffline()) window.addEventListener('online', () => setProblem(undefined), { once: true })
  }

  /** Something else that the form does, sending a code: what goes wrong with it is shown as of a submit. */
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
    /** Words that belong to no field. */
    problem,
    pending,
    show,
    attempt,
    clearProblem: () => setProblem(undefined),
    /** For the form element. No native bubbles: they speak the browser's language, not the page's. */
    formProps: { ref: element, noValidate: true, onSubmit: send },
    /** For an input; its rule is shown until there is an error. */
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
          form.setFieldValue(name, (isChange(next) ? next.currentTarget.checked : next) as Values[Name]),
        error,
        'aria-invalid': error ? (true as const) : undefined,
      }
    },
  }
}

const submitButton = '[type="submit"]'
const find = (form: HTMLFormElement | null, selector: string) => form?.querySelector<HTMLElement>(selector)

/** A button that goes out of use while it is pressed lets the focus fall. */
const focusFell = () =>
  document.activeElement === document.body || Boolean(document.activeElement?.matches(':disabled'))

/** Some inputs give their value, the browser's an event. */
const typedValue = <Value>(next: Value | ChangeEvent<HTMLInputElement>): Value | string =>
  isChange(next) ? next.currentTarget.value : next

const isChange = (next: unknown): next is ChangeEvent<HTMLInputElement> =>
  typeof next === 'object' && next !== null && 'nativeEvent' in next

const withoutEmpty = (errors: Record<string, string | undefined>): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, words]) => words))
