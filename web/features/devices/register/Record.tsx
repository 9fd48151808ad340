import type { ReactNode } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { TimeText } from '../../../lib/time/TimeText.tsx'
import type { Refusals } from '../detail/offline/useRefusals.ts'
import { words as offlineWords } from '../detail/offline/words.ts'
import type { DeviceDetail } from '../device.ts'
import classes from './Connect.module.css'
import { words } from './words.ts'

interface RecordLine {
  /** Time of the entry in milliseconds since 1970. */
  at: number
  tone?: 'ok' | 'err'
  what: string
  text: ReactNode
}

/** Lists the events since the registration, including refused attempts with reasons, newest first. */
export function Record({ device, refusals }: { device: DeviceDetail; refusals: Refusals }) {
  const t = useTexts(words)
  const offline = useTexts(offlineWords)
  const { id, tenant, currentConnect: connect, credentialDateTime: made, createDateTime: created } = device
  const lines: RecordLine[] = (refusals.runs ?? []).map(({ to, reason, ip, count }) => ({
    at: to,
    tone: 'err',
    what: offline(`reason.${reason}`),
    text: [t(`try.${reason}`, { ip }), count > 1 && t('try.count', { count })].filter(Boolean).join(' · '),
  }))
  if (connect)
    lines.push({
      at: Date.parse(connect.connectDateTime),
      tone: 'ok',
      what: t('try.connected'),
      text: t('try.connectedText', { ip: connect.ip, id }),
    })
  if (made) lines.push({ at: Date.parse(made), what: t('try.made'), text: t('try.madeText') })
  lines.push({
    at: Date.parse(created),
    what: t('try.registered'),
    text: tenant ? t('try.registeredText', { tenant: tenant.name }) : t('try.registeredNone'),
  })
  return (
    <ol className={classes.record} aria-label={t('wait.record')}>
      {lines
        .toSorted((one, other) => other.at - one.at)
        .map(({ at, tone, what, text }) => (
          <li key={`${at} ${what}`}>
            <TimeText at={at} as="moment" />
            <span data-tone={tone}>{what}</span>
            <span>{text}</span>
          </li>
        ))}
    </ol>
  )
}
