import { graphql } from '../../lib/graphql.ts'

export const updateProfile = graphql(`
  mutation UpdateProfile($nickName: String!, $username: String, $firstName: String, $lastName: String) {
    updateProfile(nickName: $nickName, username: $username, firstName: $firstName, lastName: $lastName) { id }
  }
`)

export const changePassword = graphql(`
  mutation ChangePassword($password: String!) {
    changePassword(password: $password)
  }
`)

export const bindMobilePhone = graphql(`
  mutation BindMobilePhone($mobilePhone: String!, $mobilePhoneCode: String!) {
    bindMobilePhone(mobilePhone: $mobilePhone, mobilePhoneCode: $mobilePhoneCode) { id }
  }
`)

export const bindEmail = graphql(`
  mutation BindEmail($email: String!, $emailCode: String!) {
    bindEmail(email: $email, emailCode: $emailCode) { id }
  }
`)

export const sendEmailCode = graphql(`
  mutation SendEmailCode($email: String!, $proof: String) {
    sendEmailCode(email: $email, proof: $proof) { expiresIn resendAfter }
  }
`)

export const revokeSession = graphql(`
  mutation RevokeSession($id: ID) {
    revokeSession(id: $id)
  }
`)

export const withdrawConsent = graphql(`
  mutation WithdrawConsent($applicationId: ID!) {
    withdrawConsent(applicationId: $applicationId)
  }
`)

export const closeAccount = graphql(`
  mutation CloseAccount {
    closeAccount
  }
`)
