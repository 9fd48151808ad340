import { UserManager, WebStorageStateStore } from 'oidc-client-ts'

const { CLIENT_ID, ISSUER } = import.meta.env as Record<string, string>
const home = `${location.origin}/`

const users = new UserManager({
  authority: ISSUER!,
  client_id: CLIENT_ID!,
  redirect_uri: home,
  post_logout_redirect_uri: home,
  scope: 'openid profile organization',
  // The session storage is only accessible to this tab and this origin, and the browser clears it when the
  // tab closes.
  userStore: new WebStorageStateStore({ store: sessionStorage }),
})

const element = (id: string) => document.getElementById(id)!

async function arrive(): Promise<void> {
  const { searchParams } = new URL(location.href)
  if (searchParams.has('code') || searchParams.has('error')) {
    // Remove the authorization code from the URL before the page is rendered, because the code can be used
    // only once.
    const answer = location.href
    history.replaceState(null, '', home)
    await users.signinCallback(answer)
  }
  const user = await users.getUser()
  const organization = user?.profile.organization as { name: string } | undefined
  element('in').hidden = Boolean(user)
  element('out').hidden = !user
  element('who').textContent = user
    ? [user.profile.name, organization?.name].filter(Boolean).join(' · ')
    : '未登录'
}

element('in').onclick = () => void users.signinRedirect()
element('out').onclick = () => void users.signoutRedirect()
arrive().catch((error: Error) => {
  element('who').textContent = `没有登录：${error.message}`
  element('in').hidden = false
})
