import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { useCopy } from '../../../ui/display/clipboard.ts'
import { QrCode } from '../../../ui/display/QrCode.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { words } from '../words.ts'
import classes from './Invite.module.css'
import { joinLink, spelled } from './joinCodes.ts'

export interface NewCode {
  id: string
  code: string
  expireAt: string
}

/** A code in full, as code, link and picture: the one time that anyone sees it. */
export function NewJoinCode({
  code: { code, expireAt },
  onAnother,
}: {
  code: NewCode
  onAnother: () => void
}) {
  const t = useTexts(words)
  const times = useTimes()
  const link = joinLink(code)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const copy = useCopy()

  return (
    <div className={classes.part} ref={box} tabIndex={-1}>
      <Notice tone="warn" role="status">
        {t('invite.once')}
      </Notice>
      <div className={classes.new}>
        <QrCode text={link} label={t('invite.qr')} />
        <dl className={classes.facts}>
          <div>
            <dt>{t('invite.code')}</dt>
            <dd className={classes.code}>{spelled(code)}</dd>
          </div>
          <div>
            <dt>{t('invite.link')}</dt>
            <dd className={classes.link}>{link}</dd>
          </div>
          <div>
            <dd className={`tabular ${classes.text}`}>
              {t('invite.until', { time: times.dateTime(expireAt) })}
            </dd>
          </div>
        </dl>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onAnother}>
          {t('invite.another')}
        </Button>
        <Button variant="default" onClick={() => void copy(spelled(code))}>
          {t('invite.copyCode')}
        </Button>
        <Button onClick={() => void copy(link)}>{t('invite.copyLink')}</Button>
      </div>
    </div>
  )
}
