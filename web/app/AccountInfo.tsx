import { AccountPage } from '../features/account/AccountPage.tsx'
import { TenantsPanel } from '../features/tenants/TenantsPanel.tsx'
import { openCertifications } from '../features/tenants/tenants.ts'
import { useSession } from '../lib/session/session.ts'
import { lazyPart } from '../network.ts'
import { useTodoPanel } from '../shared/todos/useTodoPanel.ts'

const TodoPanel = lazyPart(async () => (await import('../shared/todos/TodoPanel.tsx')).TodoPanel)

// Loaded only for users who have no organization.
const FirstRun = lazyPart(async () => (await import('../features/tenants/first-run/FirstRun.tsx')).FirstRun)

/**
 * The account page, with the to-do panel and the organizations. These parts belong to different features,
 * which must not import each other, so the app combines them.
 */
export function AccountInfo() {
  const { auth } = useSession()
  const { shown, reviews } = useTodoPanel()
  // Platform administrators do not need an organization, so they do not see the introduction for new users.
  const newcomer =
    !auth.admin &&
    auth.authInfo.authCodes.length === 0 &&
    auth.tenants.length === openCertifications(auth).length
  return (
    <AccountPage ready={shown !== undefined} newcomer={newcomer}>
      {shown && <TodoPanel reviews={reviews} />}
      {newcomer ? <FirstRun /> : <TenantsPanel />}
    </AccountPage>
  )
}
