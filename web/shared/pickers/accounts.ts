import { queryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { loginId } from '../../ui/fields/digits.ts'

const pickedAccount = graphql(`
  fragment PickedAccount on Operator {
    id name
    profile { mobilePhone enabled }
  }
`)

const accountsQuery = graphql(
  `
  query PickAccount($loginId: String!, $name: String!, $byName: Boolean!) {
    exact: queryOperator(loginId: $loginId, pageSize: 1) { data { ...PickedAccount } }
    named: queryOperator(name: $name, pageSize: 8) @include(if: $byName) { data { ...PickedAccount } }
  }
`,
  [pickedAccount],
)

export type FoundAccount = ResultOf<typeof pickedAccount>

/** Accounts with this phone number or username and, with `byName`, accounts whose name contains the text. */
export const accountsFound = (text: string, byName: boolean) =>
  queryOptions({
    queryKey: ['pick', 'account', text, byName],
    queryFn: async ({ signal }) => {
      const asked = { loginId: loginId(text) || text, name: text, byName }
      const { exact, named } = await request(accountsQuery, asked, signal)
      const found = [...exact.data, ...(named?.data ?? [])]
      return found.filter((row, index) => found.findIndex(({ id }) => id === row.id) === index)
    },
  })
