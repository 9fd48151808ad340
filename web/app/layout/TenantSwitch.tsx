import { IconSelector } from '#icons'
import { first } from '../../../contract/required.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Opener } from '../../ui/layout/Opener.tsx'
import styles from './TenantSwitch.module.css'
import { words } from './words.ts'

const load = async () => (await import('./TenantMenu.tsx')).TenantMenu

/**
 * Button that shows the current organization of this tab. It opens the menu for switching to another
 * organization.
 */
export function TenantSwitch({ session }: { session: Session }) {
  const t = useTexts(words)
  const current =
    session.tenants.find((each) => each.id === session.tenantId) ?? first(session.tenants, 'tenants')
  const name = current.personal ? t('personal') : current.name

  const face = (
    <>
      <Initial name={name} size={20} own square person={current.personal} />
      <span className={styles.name}>{name}</span>
    </>
  )
  if (session.tenants.length === 1) {
    return (
      <span className={styles.face} title={t('organization')}>
        {face}
      </span>
    )
  }

  const button = {
    className: styles.face,
    'data-button': '',
    title: t('organization'),
    'aria-haspopup': 'listbox',
    children: (
      <>
        {face}
        <IconSelector className={styles.chevron} size={14} stroke={1.6} aria-hidden />
      </>
    ),
  } as const
  return <Opener button={button} load={load} given={{ session }} />
}
