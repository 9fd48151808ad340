import { IconCertificate, IconHome, IconKey } from '#icons'
import { IconCpu, IconId, IconWorld } from '#icons/page'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { DeviceDetail } from '../device.ts'
import classes from './Connect.module.css'
import { hostOf, isSecure, portOf } from './snippets.ts'
import { words } from './words.ts'

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)

/**
 * Shows common reasons why a device cannot connect, the most likely first. `quiet` is true if there has been
 * no connection attempt for a while.
 */
export function Hints({ device: { id, gatewayUrl }, quiet }: { device: DeviceDetail; quiet?: boolean }) {
  const t = useTexts(words)
  if (gatewayUrl === null) return null
  const gateway = new URL(gatewayUrl)
  const [host, port, secure] = [hostOf(gateway), portOf(gateway), isSecure(gateway)]
  const hints = [
    isLoopback(host) && ([IconHome, t('hint.loopback'), t('hint.loopbackText', { host })] as const),
    [IconWorld, t('hint.port', { port }), t('hint.portText', { host, port })] as const,
    secure && ([IconCertificate, t('hint.certificate'), t('hint.certificateText')] as const),
    [IconKey, t('hint.password'), t('hint.passwordText')] as const,
    [IconId, t('hint.clientId'), t('hint.clientIdText', { id })] as const,
    [IconCpu, t('hint.version'), t(secure ? 'hint.versionTls' : 'hint.versionPlain')] as const,
  ].filter((hint) => hint !== false)
  return (
    <Panel title={t('hints.title')}>
      {quiet && (
        <div className={classes.quiet}>
          <Notice tone="warn" role="status">
            {t('hints.quiet')}
          </Notice>
        </div>
      )}
      <ul className={classes.hints}>
        {hints.map(([Icon, what, text]) => (
          <li key={what}>
            <span className={classes.tile} aria-hidden="true">
              <Icon size={16} stroke={1.6} />
            </span>
            <span>
              <span>{what}</span>
              <span className={classes.hint}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
