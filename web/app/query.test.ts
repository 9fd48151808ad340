import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from '../lib/errors.ts'
import { queryClient } from './query.ts'

test('reloads an infinite list from its first page if the cursor of the next page is invalid', async () => {
  const asked: (string | null)[] = []
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: ['list'],
    async queryFn({ pageParam }) {
      asked.push(pageParam)
      if (pageParam === 'old') throw new ApiError('BAD_INPUT', 'invalid cursor', { fields: { after: 'no' } })
      return { rows: [asked.length], next: asked.length === 1 ? 'old' : null }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const leave = list.subscribe(() => {})
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([{ rows: [1], next: 'old' }])
  await list.fetchNextPage()
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([{ rows: [3], next: null }])
  expect(asked).toEqual([null, 'old', null])
  leave()
})
