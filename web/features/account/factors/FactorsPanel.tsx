import { Suspense } from 'react'
import { knownConfig } from '../../../lib/config.ts'
import { hasPasskeys } from '../../../lib/session/passkeys.ts'
import { useTexts } from '../../../lib/texts.ts'
import { lazyPart } from '../../../network.ts'
import { MenuButton } from '../../../ui/layout/MenuButton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from '../Account.module.css'
import type { Account } from '../account.ts'
import type { useAccountDialogs } from '../dialogs.ts'
import { useAddTotp } from './useAddTotp.ts'
import { words } from './words.ts'

// Only loaded if the account has second factors.
const FactorRows = lazyPart(async () => (await import('./FactorRows.tsx')).FactorRows)

interface Props {
  account: Account
  open: ReturnType<typeof useAccountDialogs>['open']
}

/** Shows the second factors and recovery codes. */
export function FactorsPanel({ account, open }: Props) {
  const t = useTexts(words)
  const passkeys = hasPasskeys()
  const adding = useAddTotp((setUp) => open('totp', [setUp]))

  return (
    <Panel
      title={t('title')}
      padded={false}
      actions={
        <MenuButton
          button={{
            className: 'link',
            'aria-label': t('addAny'),
            disabled: adding.isPending,
            children: t('add'),
          }}
        >
          {(Menu) => (
            <>
              {passkeys && <Menu.Item onClick={() => open('passkey')}>{t('passkey')}</Menu.Item>}
              <Menu.Item onClick={() => adding.mutate()}>{t('totp')}</Menu.Item>
            </>
          )}
        </MenuButton>
      }
    >
      {account.factors.length ? (
        <Suspense>
          <FactorRows account={account} open={open} />
        </Suspense>
      ) : (
        <p className={classes.noFactors}>{t('none')}</p>
      )}
      {!passkeys && (
        <p className={classes.alone}>{t(knownConfig()?.passkeys ? 'passkeyNotThis' : 'passkeyNotHere')}</p>
      )}
    </Panel>
  )
}
