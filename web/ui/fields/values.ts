import { type ReactNode, useRef, useState } from 'react'

type Errors = Record<string, ReactNode>

/**
 * Manages the values and error texts of a form. When the value of a field changes, the field's error is
 * cleared.
 */
export function useValues<Values extends Record<string, unknown>>(first: Values) {
  const [values, setAll] = useState(first)
  const [errors, setErrors] = useState<Errors>({})
  const [initial, setInitialValues] = useState(first)
  // The user can type while a request is pending. The next submit must include that input, so it reads the
  // latest values from this ref.
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
    /** Sets both the current and the initial values. */
    startFrom(next: Values) {
      setInitialValues(next)
      setValues(next)
    },
    getValues: () => latest.current,
    setFieldValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) =>
      setValues({ [name]: value } as unknown as Partial<Values>),
    /** Whether a value differs from its initial value. */
    isDirty: () => !same(values, initial),
  }
}

/** Compares plain objects and lists by content, and all other values by identity. */
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
