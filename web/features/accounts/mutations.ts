import { graphql } from '../../lib/graphql.ts'

export const createOperator = graphql(`
  mutation CreateOperator($mobilePhone: String!, $password: String!, $nickName: String!) {
    createOperator(mobilePhone: $mobilePhone, password: $password, nickName: $nickName) { id }
  }
`)

export const updateOperator = graphql(`
  mutation UpdateOperator($id: ID!, $mobilePhone: String, $nickName: String) {
    updateOperator(id: $id, mobilePhone: $mobilePhone, nickName: $nickName) { id }
  }
`)

export const resetPassword = graphql(`
  mutation ResetPasswordByAdmin($operatorId: ID!, $password: String!) {
    resetPasswordByAdmin(operatorId: $operatorId, password: $password)
  }
`)

export const disableOperator = graphql(`
  mutation InvalidOperator($id: ID!) {
    operator: invalidOperator(id: $id) { id name modifyDateTime }
  }
`)

export const enableOperator = graphql(`
  mutation ValidOperator($id: ID!, $unchangedSince: DateTime) {
    operator: validOperator(id: $id, unchangedSince: $unchangedSince) { id name modifyDateTime }
  }
`)

export const disableOperators = graphql(`
  mutation InvalidOperators($ids: [ID!]!) {
    outcomes: invalidOperators(ids: $ids) { operator { id name } result message modifyDateTime }
  }
`)

export const enableOperators = graphql(`
  mutation ValidOperators($ids: [ID!]!, $unchangedSince: DateTime) {
    outcomes: validOperators(ids: $ids, unchangedSince: $unchangedSince) {
      operator { id name } result message modifyDateTime
    }
  }
`)

export const closeOperator = graphql(`
  mutation CloseOperator($operatorId: ID!) {
    closeOperator(operatorId: $operatorId)
  }
`)

export const askFactorReset = graphql(`
  mutation AskFactorReset($operatorId: ID!) {
    askFactorReset(operatorId: $operatorId)
  }
`)

export const confirmFactorReset = graphql(`
  mutation ConfirmFactorReset($operatorId: ID!) {
    confirmFactorReset(operatorId: $operatorId)
  }
`)

export const withdrawFactorReset = graphql(`
  mutation WithdrawFactorReset($operatorId: ID!) {
    withdrawFactorReset(operatorId: $operatorId)
  }
`)

export const setAdmin = graphql(`
  mutation SetAdmin($operatorId: ID!, $admin: Boolean!) {
    setAdmin(operatorId: $operatorId, admin: $admin) { id }
  }
`)

export const saveAuthCodes = graphql(`
  mutation SaveAuthCodeByOperator($operatorId: ID!, $codes: [String!]!) {
    saveAuthCodeByOperator(operatorId: $operatorId, codes: $codes) { id }
  }
`)

export const revokeSessions = graphql(`
  mutation RevokeOperatorSessions($operatorId: ID!, $id: ID) {
    revokeOperatorSessions(operatorId: $operatorId, id: $id)
  }
`)
