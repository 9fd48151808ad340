import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCommonWords } from '../commonWords.ts'
import { ErrorState } from './State.tsx'

export interface LoadErrorProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** Text that names what failed to load. */
  title: string
  headingLevel?: 1 | 2
  /** Buttons that are shown next to the Retry button. */
  actions?: ReactNode
  /** Replaces the error's message. */
  children?: ReactNode
}

/** Shows the error of a failed query, with a Retry button. */
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

/** Retry link at the end of a line that reports what could not be loaded. */
export function RetryLink({ onRetry }: { onRetry: () => unknown }) {
  const common = useCommonWords()
  return (
    <button type="button" className="link" onClick={() => void onRetry()}>
      {common.retry}
    </button>
  )
}
