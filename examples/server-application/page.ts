import type { IDToken } from 'openid-client'

export interface Signed {
  idToken: string
  claims: IDToken
}

interface Organization {
  name: string
  roles: string[]
  auth_codes: string[]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

/** Renders the user and the organization, or a link to sign in. `fault` is an error message. */
export function page(session: Signed | undefined, fault?: string): string {
  const body = session ? person(session.claims) : '<p><a href="/sign-in">用 Reeve 登录</a></p>'
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>服务端应用</title>
    <meta name="viewport" content="width=device-width"><h1>服务端应用</h1>
    ${fault ? `<p role="alert">${escaped(fault)}</p>` : ''}${body}</html>`
}

function person({ name, organization }: Signed['claims']): string {
  const within = organization as Organization | undefined
  const codes = within?.auth_codes.join(', ') || '无'
  return `<p>您好，${escaped(String(name))}</p>
    ${within ? `<p>组织：${escaped(within.name)}；权限：${escaped(codes)}</p>` : ''}
    <form method="post" action="/sign-out"><button type="submit">退出登录</button></form>`
}
