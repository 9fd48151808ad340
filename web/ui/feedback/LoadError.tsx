import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCommonWords } from '../commonWords.ts'
import { ErrorState } from './State.tsx'

export interface LoadErrorProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** What was not loaded. */
  title: string
  headingLevel?: 1 | 2
  /** Beside the way to try again. */
  actions?: ReactNode
  /** In the place of the error's own message. */
  children?: ReactNode
}

/** A query came to nothing: why, and a way to try again. */
export function LoadError({ query, actions, ...rest }: LoadErrorProps) {
  const common = useCommonWords()
  return (
    <ErrorState
      {...rest}
      error={query.error}
      actions={
        <>
          {actions}
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            {common.retry}
          </Button>
        </>
      }
    />
  )
}

/** The same at the end of a line that says what is missing. */
export function RetryLink({ onRetry }: { onRetry: () => unknown }) {
  const common = useCommonWords()
  return (
    <button type="button" className="link" onClick={() => void onRetry()}>
      {common.retry}
    </button>
  )
}
