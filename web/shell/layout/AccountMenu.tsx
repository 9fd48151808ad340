import { Menu } from '@mantine/core'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Session, signOut } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Initial } from '../../ui/Initial.tsx'
import styles from './AccountMenu.module.css'

/** The account behind the session: its page, and the way out. */
export function AccountMenu({ session }: { session: Session }) {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const { name, profile } = session.auth

  return (
    <Menu withinPortal={false} position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className={styles.avatar} aria-label={t('account', { name })}>
          <Initial name={name} size={28} own />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <div className={styles.name}>{name}</div>
          {profile.username && <div className={styles.username}>{profile.username}</div>}
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.6} aria-hidden />}
          onClick={() => void navigate({ to: '/accountInfo/index' })}
        >
          {t('accountInfo')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
          closeMenuOnClick={false}
          disabled={leaving}
          onClick={() => {
            setLeaving(true)
            void signOut()
          }}
        >
          {leaving ? t('signingOut') : t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
