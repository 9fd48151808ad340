import { Link } from '@tanstack/react-router'
import { takesRegistrations } from '../../lib/config.ts'
import { useTexts } from '../../lib/texts.ts'
import type { Application } from './useApplication.ts'
import { words } from './words.ts'

/** Links below the sign-in form: to the registration, and back to the application. */
export function Foot({ application }: { application: Application | null | undefined }) {
  const t = useTexts(words)
  return (
    <>
      {t('noAccount')}
      {takesRegistrations() ? (
        <Link to="/register" search className="link finger">
          {t('toRegister')}
        </Link>
      ) : (
        <span>{t('askAdministrator')}</span>
      )}
      {application && (
        <button type="button" className="link" onClick={application.leave}>
          {t('leaveApplication')}
        </button>
      )}
    </>
  )
}
