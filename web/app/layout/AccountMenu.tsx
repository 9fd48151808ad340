import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { IconBell, IconLogout, IconSwitchHorizontal, IconUser } from '#icons'
import { unreadOf, unreadOptions } from '../../features/messages/messages.ts'
import { isLocked, type Session, signOut, switchRole } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { MenuButton } from '../../ui/layout/MenuButton.tsx'
import styles from './AccountMenu.module.css'
import { words } from './words.ts'

const ChecklistItem = lazyPart(async () => (await import('./ChecklistItem.tsx')).ChecklistItem)

interface AccountMenuProps {
  session: Session
  /** Whether a dot shows that there are unread messages. The dot is only visible on phones. */
  unreadMark: boolean
}

/** Account menu: the account page, messages and sign-out. */
export function AccountMenu({ session, unreadMark }: AccountMenuProps) {
  const t = useTexts(words)
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const { name, profile } = session.auth
  const messages = useQuery({ ...unreadOptions, enabled: !isLocked(session) })
  const unread = unreadOf(messages.data, null)

  return (
    <MenuButton
      withinPortal={false}
      button={{
        className: styles.avatar,
        'aria-label': t('account', { name }),
        children: (
          <>
            <Initial name={name} size={28} own />
            {unreadMark && unread > 0 && <span className={styles.dot} aria-hidden />}
          </>
        ),
      }}
    >
      {(Menu) => (
        <>
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
          {!isLocked(session) && (
            <Menu.Item
              leftSection={<IconBell size={16} stroke={1.6} aria-hidden />}
              rightSection={
                unread > 0 && <span className={styles.unread}>{unread > 99 ? '99+' : unread}</span>
              }
              onClick={() => void navigate({ to: '/message/list' })}
            >
              {t('messages')}
            </Menu.Item>
          )}
          {(session.ownerOrManager || session.admin) && !isLocked(session) && (
            <Suspense fallback={null}>
              <ChecklistItem session={session} />
            </Suspense>
          )}
          {session.auth.admin && !isLocked(session) && (
            <Menu.Item
              leftSection={<IconSwitchHorizontal size={16} stroke={1.6} aria-hidden />}
              onClick={async () => {
                if (!(await mayLeave())) return
                switchRole()
                toast('info', t(session.admin ? 'nowUser' : 'nowAdmin'), 'tenant')
              }}
            >
              {t(session.admin ? 'asUser' : 'asAdmin')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
            closeMenuOnClick={false}
            disabled={leaving}
            onClick={async () => {
              if (!(await mayLeave())) return
              setLeaving(true)
              void signOut()
            }}
          >
            {leaving ? t('signingOut') : t('signOut')}
          </Menu.Item>
        </>
      )}
    </MenuButton>
  )
}
