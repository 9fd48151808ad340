import { Menu } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import { useRouter } from '@tanstack/react-router'
import { type Session, type SessionTenant, switchTenant } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Initial } from '../../ui/Initial.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './TenantSwitch.module.css'

/** The organization that this tab is in, and the way to another one. */
export function TenantSwitch({ session }: { session: Session }) {
  const t = useTexts('shell')
  const router = useRouter()
  const nameOf = (tenant: SessionTenant) => (tenant.personal ? t('personal') : tenant.name)
  const current = session.tenants.find((each) => each.id === session.tenantId) ?? session.tenants[0]!

  const face = (
    <>
      <Initial name={nameOf(current)} size={20} own square />
      <span className={styles.name}>{nameOf(current)}</span>
    </>
  )
  if (session.tenants.length === 1) {
    return (
      <span className={styles.face} title={t('organization')}>
        {face}
      </span>
    )
  }

  async function enter(tenant: SessionTenant) {
    switchTenant(tenant.id)
    // What the account may open depends on the organization it is in.
    await router.invalidate()
    toast('ok', t('switched', { name: nameOf(tenant) }), 'tenant')
  }

  return (
    <Menu withinPortal={false} position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={styles.face} data-button="" title={t('organization')}>
          {face}
          <IconSelector className={styles.chevron} size={14} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.list}>
        {session.tenants.map((tenant) => (
          <Menu.Item
            key={tenant.id}
            leftSection={<Initial name={nameOf(tenant)} size={20} own={tenant === current} square />}
            rightSection={tenant === current && <IconCheck size={16} stroke={1.6} aria-hidden />}
            aria-current={tenant === current || undefined}
            onClick={() => void enter(tenant)}
          >
            <span className={styles.item}>{nameOf(tenant)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
