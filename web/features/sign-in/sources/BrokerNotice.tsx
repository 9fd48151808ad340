import { brokerErrors } from '../../../../contract/identity-sources.ts'
import { listedSources } from '../../../lib/config.ts'
import type { FirstSignIn } from '../../../lib/session/broker.ts'
import { type Translate, useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { BrokerState } from './arrival.ts'
import { words } from './words.ts'

interface Props extends BrokerState {
  /** Called if the user does not want to link the identity. */
  onCancel: () => void
}

/** Names the person, so that nobody links an identity whose session somebody else has left in the browser. */
function linkingText(t: Translate<typeof words>, { message, name }: FirstSignIn): string {
  const reason = message.replace(/[。.]$/, '')
  return name ? t('linking', { reason, name }) : t('linkingUnnamed', { reason })
}

/**
 * Explains above the sign-in form why a sign-in at a provider failed, or which identity the next sign-in
 * links.
 */
export function BrokerNotice({ arrival, problem, linking, onCancel }: Props) {
  const t = useTexts(words)
  if (linking)
    return (
      <Notice
        role="status"
        action={
          <button type="button" className="link" onClick={onCancel}>
            {t('cancel')}
          </button>
        }
      >
        {linkingText(t, linking)}
      </Notice>
    )
  const reason = brokerErrors.find((each) => each === arrival?.reason)
  const name = listedSources().find(({ key }) => key === arrival?.source)?.name ?? t('someSource')
  const known = reason && reason !== 'taken' && reason !== 'session' ? reason : 'invalid'
  return (
    <Notice tone={reason === 'denied' ? 'warn' : 'err'} role="alert">
      {problem ?? t(`failed.${known}`, { name })}
    </Notice>
  )
}
