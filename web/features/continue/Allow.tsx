import { Button } from '@mantine/core'
import { useTexts } from '../../lib/texts.ts'
import { useDrawn } from '../../ui/display/drawing.ts'
import { Account } from './Account.tsx'
import classes from './Continue.module.css'
import { Policies } from './Policies.tsx'
import { Scopes } from './Scopes.tsx'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

/** Consent page. Asks for consent only to scopes that the user has not granted before. */
export function Allow({ continuation, answer, onOther }: StepProps) {
  const t = useTexts(words)
  const {
    application,
    account,
    scopes = [],
    allowed = [],
    organizations = [],
    tenantId,
    returnsTo,
  } = continuation
  useDrawn({
    application,
    organizations: organizations.filter(({ personal }) => !personal),
    chosen: tenantId,
    line: t('allowLine'),
    text: t('allowAside'),
  })
  const added = scopes.filter((scope) => !allowed.includes(scope))
  const title = t('consent', { name: application.name })
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.context}>{t(application.firstParty ? 'consentOwn' : 'consentText')}</p>
      <Account account={account} onOther={onOther} />
      <Scopes
        label={title}
        account={account}
        scopes={added.length ? added : scopes}
        added={allowed.length ? added : []}
        organizations={organizations}
        entered={organizations.find(({ id }) => id === tenantId)}
        permissions={continuation.permissions}
      />
      <div className={classes.pair}>
        <Button variant="default" onClick={() => answer({ step: 'decline' })}>
          {t('decline')}
        </Button>
        <Button onClick={() => answer({ step: 'consent' })}>{t('allow')}</Button>
      </div>
      {returnsTo && (
        <p className={classes.foot}>
          <span>
            {t('returnsTo', { host: returnsTo })}
            <Policies application={application} />
          </span>
        </p>
      )}
    </>
  )
}
