import { useNavigate } from '@tanstack/react-router'
import { type Session, type SessionTenant, switchTenant } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Layout.module.css'
import { words } from './words.ts'

/**
 * Bar that shows which organization an administrator is visiting, with a button to leave that organization.
 */
export function VisitBar({ session, tenant }: { session: Session; tenant: SessionTenant }) {
  const t = useTexts(words)
  const navigate = useNavigate()
  async function leave() {
    if (!(await mayLeave())) return
    switchTenant(session.auth.tenant.id)
    await navigate({ to: '/all-management/all-management' })
  }
  return (
    <section className={styles.visit} aria-label={t('visit')}>
      <Notice
        action={
          <button type="button" className={`link ${styles.leave}`} onClick={() => void leave()}>
            {t('leaveVisit')}
          </button>
        }
      >
        {t('visiting', { name: tenant.name })}
      </Notice>
    </section>
  )
}
