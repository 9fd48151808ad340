import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { type Kind, kinds } from './search.ts'

const unreadQuery = graphql(`
  query UnreadMessages {
    message: queryMessage(pageSize: 1, type: MESSAGE, status: 0) { unread }
    notice: queryMessage(pageSize: 1, type: NOTICE, status: 0) { unread }
    todo: queryMessage(pageSize: 1, type: TODO, status: 0) { unread }
  }
`)

const listQuery = graphql(`
  query QueryMessage($first: Int!, $pageSize: Int!, $type: MessageType, $status: Int) {
    queryMessage(first: $first, pageSize: $pageSize, type: $type, status: $status) {
      count countExact
      data { id type title content link status createDateTime }
    }
  }
`)

const readMutation = graphql(`
  mutation ReadMessage($ids: [ID!]!) { readMessage(ids: $ids) }
`)

export const received = graphql(`
  subscription MessageReceived { messageReceived { id title own } }
`)

export type Message = ResultOf<typeof listQuery>['queryMessage']['data'][number]

/** Prefix of all query keys of messages. */
export const messagesKey = ['messages'] as const

export type Unread = ReadonlyMap<Kind, number>

export const unreadOptions = queryOptions({
  queryKey: [...messagesKey, 'unread'],
  queryFn: async ({ signal }): Promise<Unread> => {
    const { message, notice, todo } = await request(unreadQuery, {}, signal)
    return new Map<Kind, number>([
      ['MESSAGE', message.unread],
      ['NOTICE', notice.unread],
      ['TODO', todo.unread],
    ])
  },
})

/** Returns the unread count of one kind, or of all kinds. */
export function unreadOf(unread: Unread | undefined, kind: Kind | null): number {
  const selected: readonly Kind[] = kind ? [kind] : kinds
  return selected.reduce((sum, each) => sum + (unread?.get(each) ?? 0), 0)
}

interface ListVariables {
  first: number
  pageSize: number
  type: Kind | null
  onlyUnread: boolean
}

export const listOptions = ({ first, pageSize, type, onlyUnread }: ListVariables) =>
  queryOptions({
    queryKey: [...messagesKey, 'list', { first, pageSize, type, onlyUnread }],
    queryFn: async ({ signal }) =>
      (await request(listQuery, { first, pageSize, type, status: onlyUnread ? 0 : null }, signal))
        .queryMessage,
  })

/** Marks messages as read and updates all views of them. */
export function useRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) => request(readMutation, { ids }),
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey }),
  })
}

/** Number of messages per request. */
const batch = 100

/** Marks all messages of one kind, or of all kinds, as read, in batches. */
export function useReadAll(type: Kind | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      for (;;) {
        const variables = { first: 0, pageSize: batch, type, status: 0 }
        const { data } = (await request(listQuery, variables)).queryMessage
        if (data.length) await request(readMutation, { ids: data.map(({ id }) => id) })
        if (data.length < batch) return
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey }),
  })
}
