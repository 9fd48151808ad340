import { createPortal } from 'react-dom'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { QrCode } from '../../../ui/display/QrCode.tsx'
import { words } from '../words.ts'
import { joinLink, type NewCode, spelled } from './joinCodes.ts'
import classes from './PrintedInvitation.module.css'

/** A sheet to put up: while it is there, printing the page prints it alone. */
export function PrintedInvitation({ code: { code, expireAt, maxUses, tenantName } }: { code: NewCode }) {
  const t = useTexts(words)
  const times = useTimes()
  return createPortal(
    <section className={classes.sheet} aria-label={t('invite.printed')}>
      <h1 className={classes.title}>{t('invite.joinName', { name: tenantName })}</h1>
      <p>{t('invite.scan')}</p>
      <div className={classes.picture}>
        <QrCode text={joinLink(code)} label={t('invite.qr')} />
      </div>
      <p className={classes.code}>{spelled(code)}</p>
      <p className={classes.link}>{joinLink(code)}</p>
      <p>
        {[
          t('invite.until', { time: times.dateTime(expireAt) }),
          maxUses !== null && t('invite.forAtMost', { count: maxUses }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>,
    document.body,
  )
}
