import { Button } from '@mantine/core'
import { IconChevronRight, IconDeviceMobileCode, IconFingerprint } from '#icons'
import { knownConfig } from '../../lib/config.ts'
import { takeContinuation } from '../../lib/continuation.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import classes from './Account.module.css'
import { useAccountDialogs } from './dialogs.ts'
import { useAddTotp } from './factors/useAddTotp.ts'
import { words as factorWords } from './factors/words.ts'
import { words } from './words.ts'

interface Props {
  /** Called when a second factor has been added, to show the requested page. */
  onDone: () => void
}

/**
 * Replaces every page while a required second factor is missing. The user must add a second factor and save
 * the recovery codes to continue.
 */
export function FactorRequired({ onDone }: Props) {
  const t = useTexts(words)
  const factors = useTexts(factorWords)
  const { factorRequired, signOut } = useSession()
  const { open, dialog } = useAccountDialogs()
  const adding = useAddTotp((setUp) => open('totp', [setUp], { done }))
  const passkeys = hasPasskeys()

  function done() {
    const continuation = takeContinuation()
    // Returns to the sign-in or device page that required the second factor. `replace` removes the current
    // page from the browser history.
    if (continuation) window.location.replace(continuation)
    else onDone()
  }

  return (
    <section className={classes.must} aria-labelledby="factor-required">
      <h1 id="factor-required" className={classes.mustTitle}>
        {t(factorRequired ? 'factor.title' : 'factor.ready')}
      </h1>
      <p className={classes.second}>{t(factorRequired ? 'factor.context' : 'factor.readyText')}</p>
      {factorRequired && (
        <ul className={classes.ways}>
          {passkeys && (
            <li>
              <button type="button" className={classes.way} onClick={() => open('passkey', [], { done })}>
                <IconFingerprint size={20} stroke={1.6} aria-hidden />
                <span className={classes.rowText}>
                  {factors('passkey')}
                  <small className={classes.second}>{t('factor.passkey')}</small>
                </span>
                <IconChevronRight size={16} stroke={1.6} aria-hidden />
              </button>
            </li>
          )}
          <li>
            <button
              type="button"
              className={classes.way}
              disabled={adding.isPending}
              onClick={() => adding.mutate()}
            >
              <IconDeviceMobileCode size={20} stroke={1.6} aria-hidden />
              <span className={classes.rowText}>
                {factors('totp')}
                <small className={classes.second}>{t('factor.totp')}</small>
              </span>
              <IconChevronRight size={16} stroke={1.6} aria-hidden />
            </button>
          </li>
        </ul>
      )}
      {factorRequired && !passkeys && (
        <p className={classes.second}>
          {factors(knownConfig()?.passkeys ? 'passkeyNotThis' : 'passkeyNotHere')}
        </p>
      )}
      <div className={classes.mustActions}>
        <Button variant="default" onClick={() => void signOut()}>
          {t('must.signOut')}
        </Button>
        {!factorRequired && <Button onClick={done}>{t('factor.goOn')}</Button>}
      </div>
      {dialog}
    </section>
  )
}
