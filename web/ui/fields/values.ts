import { type ReactNode, useRef, useState } from 'react'

type Errors = Record<string, ReactNode>

/** What is typed into a form, and the words at its wrong fields: these go as soon as their field is changed. */
export function useValues<Values extends Record<string, unknown>>(first: Values) {
  const [values, setAll] = useState(first)
  const [errors, setErrors] = useState<Errors>({})
  const [initial, setInitialValues] = useState(first)
  // What is typed during a call belongs to the next one: a submit reads the values of that moment.
  const latest = useRef(values)

  function setValues(next: Partial<Values>) {
    latest.current = { ...latest.current, ...next }
    setAll(latest.current)
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(next, name))),
    )
  }

  return {
    values,
    errors,
    setErrors,
    setValues,
    setInitialValues,
    /** As if it had begun with these. */
    startFrom(next: Values) {
      setInitialValues(next)
      setValues(next)
    },
    getValues: () => latest.current,
    setFieldValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) =>
      setValues({ [name]: value } as unknown as Partial<Values>),
    /** Something is not as it was at first. */
    isDirty: () => !same(values, initial),
  }
}

/** Plain objects and lists by what they hold, everything else by what it is. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
  )
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
