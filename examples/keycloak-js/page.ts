import Keycloak from 'keycloak-js'

const { CLIENT_ID, REEVE } = import.meta.env as Record<string, string>
const keycloak = new Keycloak({ url: REEVE!, realm: 'reeve', clientId: CLIENT_ID! })

const element = (id: string) => document.getElementById(id)!

element('in').onclick = () => void keycloak.login()
element('out').onclick = () => void keycloak.logout({ redirectUri: `${location.origin}/` })
// The token expires after five minutes. The page then signs in again, which requires no input while the
// user's session lasts.
keycloak.onTokenExpired = () => void keycloak.login()

keycloak
  .init({ pkceMethod: 'S256', scope: 'openid profile organization' })
  .then(async (signedIn) => {
    element('in').hidden = signedIn
    element('out').hidden = !signedIn
    const { name } = signedIn ? ((await keycloak.loadUserInfo()) as { name?: string }) : {}
    element('who').textContent = signedIn ? `${name}` : '未登录'
  })
  .catch((error) => {
    element('who').textContent = `没有登录：${error?.error_description ?? error}`
    element('in').hidden = false
  })
