import { Button } from '@mantine/core'
import { IconCheck, IconX } from '#icons'
import { IconMinus } from '#icons/page'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { Check, Source } from '../sources.ts'
import classes from './Detail.module.css'
import { words } from './words.ts'

interface Props {
  source: Source | undefined
  checks: readonly Check[] | undefined
  testing: boolean
  onTest: () => void
}

const icons = { OK: IconCheck, FAILED: IconX, SKIPPED: IconMinus } as const

/** The connection test and its steps, with the provider's error and how to correct it. */
export function CheckPanel({ source, checks, testing, onTest }: Props) {
  const t = useTexts(words)
  const problem = source?.settings?.problem
  return (
    <Panel
      title={t('test')}
      actions={
        <Button variant="default" loading={testing} onClick={onTest}>
          {t(checks ? 'rerun' : 'runTest')}
        </Button>
      }
    >
      {checks ? (
        <ul className={classes.checks} aria-label={t('test')}>
          {checks.map((check) => (
            <Step key={check.step} check={check} loginUrl={source?.loginUrl} />
          ))}
        </ul>
      ) : (
        <>
          {problem && <Notice tone="err">{t('problem', { problem })}</Notice>}
          <p className={classes.panelText}>{t('testText')}</p>
        </>
      )}
    </Panel>
  )
}

function Step({ check, loginUrl }: { check: Check; loginUrl: string | undefined }) {
  const t = useTexts(words)
  const { step, status, ms, host, code, message } = check
  const Icon = icons[status]
  const isLink = step === 'SIGN_IN' && loginUrl !== undefined
  const more = status === 'FAILED' && code ? t('errorCode', { code }) : ms != null && t('ms', { ms })
  return (
    <li className={classes.check}>
      <span className={classes.circle} data-status={status} role="img" aria-label={t(`status.${status}`)}>
        <Icon size={12} stroke={2} aria-hidden />
      </span>
      <div className={classes.checkBody}>
        <div className={classes.checkLine}>
          <span>{t(`step.${step}`, { host: host ?? t('provider') })}</span>
          {more && <span className={classes.checkMore}>{more}</span>}
        </div>
        {(message || status === 'SKIPPED') && (
          <div className={classes.checkText} data-failed={status === 'FAILED' || undefined}>
            {message ?? t(`skipped.${step}`)}
          </div>
        )}
        {isLink && (
          <a className="link" href={loginUrl} target="_blank" rel="noopener">
            {t('openLink')}
          </a>
        )}
      </div>
    </li>
  )
}
