import { createPortal } from 'react-dom'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { QrCode } from '../../ui/display/QrCode.tsx'
import { joinLink, type NewCode, spelled } from './joinCodes.ts'
import classes from './PrintedInvitation.module.css'
import { words } from './words.ts'

/** A printable invitation. While it is mounted, only this sheet is printed. */
export function PrintedInvitation({ code: { code, expireAt, maxUses, tenantName } }: { code: NewCode }) {
  const t = useTexts(words)
  const times = useTimes()
  return createPortal(
    <section className={classes.sheet} aria-label={t('printed')}>
      <h1 className={classes.title}>{t('joinName', { name: tenantName })}</h1>
      <p>{t('scan')}</p>
      <div className={classes.picture}>
        <QrCode text={joinLink(code)} label={t('qr')} />
      </div>
      <p className={classes.code}>{spelled(code)}</p>
      <p className={classes.link}>{joinLink(code)}</p>
      <p>
        {[
          t('until', { time: times.dateTime(expireAt) }),
          maxUses !== null && t('forAtMost', { count: maxUses }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>,
    document.body,
  )
}
