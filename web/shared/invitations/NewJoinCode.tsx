import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { useCopy } from '../../ui/display/clipboard.ts'
import { QrCode } from '../../ui/display/QrCode.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useGrantNames } from './GrantFields.tsx'
import classes from './Invite.module.css'
import { joinLink, type NewCode, spelled } from './joinCodes.ts'
import { PrintedInvitation } from './PrintedInvitation.tsx'
import { words } from './words.ts'

/** Shows a new invitation code as text, link and QR code. The code cannot be shown again. */
export function NewJoinCode({ code: created, onAnother }: { code: NewCode; onAnother: () => void }) {
  const { code, expireAt } = created
  const t = useTexts(words)
  const times = useTimes()
  const link = joinLink(code)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const copy = useCopy()
  const gives = useGrantNames()(created)

  return (
    <div className={classes.part} ref={box} tabIndex={-1}>
      <Notice tone="warn" role="status">
        {t('once')}
      </Notice>
      <div className={classes.new}>
        <QrCode text={link} label={t('qr')} />
        <dl className={classes.facts}>
          <div>
            <dt>{t('code')}</dt>
            <dd className={classes.code}>{spelled(code)}</dd>
          </div>
          <div>
            <dt>{t('link')}</dt>
            <dd className={classes.link}>{link}</dd>
          </div>
          <div>
            <dd className={`tabular ${classes.text}`}>{t('until', { time: times.dateTime(expireAt) })}</dd>
            {gives && <dd className={classes.text}>{t('gives', { names: gives })}</dd>}
          </div>
        </dl>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onAnother}>
          {t('another')}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button variant="default" onClick={() => void copy(spelled(code))}>
          {t('copyCode')}
        </Button>
        <Button onClick={() => void copy(link)}>{t('copyLink')}</Button>
      </div>
      <PrintedInvitation code={created} />
    </div>
  )
}
