import { useTexts } from '../../lib/texts.ts'
import { Fact, Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Applications.module.css'
import { type Application, hasRedirects, hasSecret } from './applications.ts'
import { words } from './words.ts'

/** Shows the redirect URIs, scopes, permitted organizations and other settings of an application. */
export function ApplicationFacts({ application, onEdit }: { application: Application; onEdit: () => void }) {
  const t = useTexts(words)
  const { kind, firstParty, tenants, scopes, jwks } = application
  const lines = (list: readonly string[]) =>
    list.length > 0 && (
      <span className={classes.lines}>
        {list.map((each) => (
          <code key={each} className={classes.mono}>
            {each}
          </code>
        ))}
      </span>
    )
  const page = (url: string | null) =>
    url && (
      <a className={`link ${classes.mono}`} href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
    )
  return (
    <Panel
      title={t('addresses')}
      actions={
        application.viewerCan.changeRecipients && (
          <button type="button" className="link" onClick={onEdit}>
            {t('edit')}
          </button>
        )
      }
    >
      <Facts>
        {hasRedirects(kind) && <Fact label={t('redirectUris')}>{lines(application.redirectUris)}</Fact>}
        {hasRedirects(kind) && (
          <Fact label={t('postLogoutRedirectUris')}>{lines(application.postLogoutRedirectUris)}</Fact>
        )}
        {kind === 'SINGLE_PAGE' && <Fact label={t('origins')}>{lines(application.origins)}</Fact>}
        {kind === 'SERVER' && (
          <Fact label={t('backchannelLogoutUri')}>{application.backchannelLogoutUri}</Fact>
        )}
        {kind !== 'SERVICE' && <Fact label={t('policyUri')}>{page(application.policyUri)}</Fact>}
        {kind !== 'SERVICE' && <Fact label={t('tosUri')}>{page(application.tosUri)}</Fact>}
        {kind !== 'SERVICE' && (
          <Fact label="PKCE">{t(application.requirePkce ? 'pkceRequired' : 'pkceOptional')}</Fact>
        )}
        {kind !== 'SERVICE' && (
          <Fact label={t('groupsTemplate')}>{lines(application.groupsTemplate?.split('\n') ?? [])}</Fact>
        )}
        <Fact label={t('signingAlg')}>{application.signingAlg}</Fact>
        <Fact label={t('scopes')}>{scopes.join(' ')}</Fact>
        <Fact label={t('resources')}>{lines(application.resources)}</Fact>
        {hasSecret(kind) && (
          <Fact label={t('jwks')}>
            {jwks &&
              lines(
                (jwks as { keys: { kid?: string; kty: string }[] }).keys.map(({ kid, kty }) => kid ?? kty),
              )}
          </Fact>
        )}
        <Fact label={t('tenants')}>
          {tenants.length ? lines(tenants.map(({ name }) => name)) : t('everyone')}
        </Fact>
        <Fact label={t('firstPartyShort')}>{t(firstParty ? 'consentHidden' : 'consentShown')}</Fact>
      </Facts>
    </Panel>
  )
}
