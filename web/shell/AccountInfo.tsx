import { AccountPage } from '../features/account/AccountPage.tsx'
import { TenantsPanel } from '../features/tenants/TenantsPanel.tsx'

/** The account's page with the organizations on it: features that do not know one another. */
export const AccountInfo = () => (
  <AccountPage>
    <TenantsPanel />
  </AccountPage>
)
