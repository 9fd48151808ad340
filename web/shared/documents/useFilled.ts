import { useEffect, useRef } from 'react'
import type { Documents, StoredDocument } from './useDocuments.ts'
import { useDocumentsIn } from './useDocuments.ts'

interface Form<Values> {
  setInitialValues: (values: Values) => void
  setValues: (values: Values) => void
  setFieldValue: (name: 'papers', value: readonly string[]) => void
}

/**
 * Fills a form with a loaded organization request and its documents, but only once. A refetch, for example
 * after a language change, must not overwrite the user's input.
 */
export function useFilled<Data extends { papers: readonly StoredDocument[] }, Values>(
  data: Data | undefined,
  form: Form<Values & { papers: readonly string[] }>,
  papers: Documents,
  valuesOf: (data: Data) => Values,
): void {
  const filled = useRef(false)
  useEffect(() => {
    if (!data || filled.current) return
    filled.current = true
    const present = { ...valuesOf(data), papers: data.papers.map(({ id }) => id) }
    form.setInitialValues(present)
    form.setValues(present)
    papers.fill(data.papers)
  }, [data, form, papers, valuesOf])
  useDocumentsIn(form, papers)
}
