import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { type AuthTenant, refreshSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Confirm } from '../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { acceptFactor } from './tenants.ts'
import { words } from './words.ts'

/** Accepts that an organization requires a second factor. The page to set one up follows. */
export default function AcceptFactor({ rows: [tenant], opened, onClose }: DialogProps<[AuthTenant]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('accept.title')}
      question={t('accept.text', { name: tenant.name })}
      submit={t('accept.submit')}
      refusal={refusal}
      run={async () => {
        await request(acceptFactor, { id: tenant.id })
        onClose()
        await refreshSession()
      }}
    />
  )
}
