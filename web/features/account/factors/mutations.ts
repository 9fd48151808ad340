import { graphql, type ResultOf } from '../../../lib/graphql.ts'

export const createTotp = graphql(`
  mutation CreateTotp {
    createTotp { setUp secret uri }
  }
`)

export type TotpSetUp = ResultOf<typeof createTotp>['createTotp']

export const confirmTotp = graphql(`
  mutation ConfirmTotp($setUp: String!, $code: String!, $name: String!) {
    confirmTotp(setUp: $setUp, code: $code, name: $name) { recoveryCodes }
  }
`)

export const createPasskey = graphql(`
  mutation CreatePasskey {
    createPasskey { setUp options }
  }
`)

export const confirmPasskey = graphql(`
  mutation ConfirmPasskey($setUp: String!, $response: String!, $name: String!) {
    confirmPasskey(setUp: $setUp, response: $response, name: $name) { recoveryCodes }
  }
`)

export const updateFactor = graphql(`
  mutation UpdateFactor($id: ID!, $name: String!) {
    updateFactor(id: $id, name: $name) { id }
  }
`)

export const deleteFactor = graphql(`
  mutation DeleteFactor($id: ID!) {
    deleteFactor(id: $id)
  }
`)

export const withdrawFactorReset = graphql(`
  mutation WithdrawFactorReset($operatorId: ID!) {
    withdrawFactorReset(operatorId: $operatorId)
  }
`)

export const createRecoveryCodes = graphql(`
  mutation CreateRecoveryCodes {
    createRecoveryCodes { codes }
  }
`)
