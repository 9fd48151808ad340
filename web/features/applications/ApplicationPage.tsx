import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconCircleCheck, IconLogin2 } from '#icons'
import { IconAppsOff, IconBan, IconTrash } from '#icons/page'
import { request } from '../../lib/graphql.ts'
import { pageRoute } from '../../lib/page.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { usePageName } from '../../lib/titles/usePageName.ts'
import { AuditPanel } from '../../shared/audit/AuditPanel.tsx'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { Initial } from '../../ui/display/Initial.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { StatusText, Tag } from '../../ui/feedback/StatusText.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { MoreMenu } from '../../ui/layout/MoreMenu.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import classes from './Applications.module.css'
import { type Application, applicationOptions, hasSecret, useApplicationsChanged } from './applications.ts'
import { ConfigurationPanel } from './ConfigurationPanel.tsx'
import { type OpenDialog, useApplicationDialogs } from './dialogs/dialogs.ts'
import { updateApplication } from './mutations.ts'
import { SecretsPanel } from './SecretsPanel.tsx'
import { signsPeopleIn } from './trySignIn.ts'
import { ErrorsPanel } from './usage/ErrorsPanel.tsx'
import { SignInsPanel } from './usage/SignInsPanel.tsx'
import { useChosenDay } from './usage/usage.ts'
import { words } from './words.ts'

const route = pageRoute('applicationDetail')

/** /all-management/application-management/ID: one application. */
export function ApplicationPage() {
  const t = useTexts(words)
  const { id } = route.useParams()
  const query = useQuery(applicationOptions(id))
  const { data, error, isFetching } = query
  const { admin } = useSession()
  const { open, dialog } = useApplicationDialogs()
  const chosen = useChosenDay(id)

  if (data === null)
    return (
      <Panel>
        <EmptyState
          icon={<IconAppsOff size={26} stroke={1.6} />}
          headingLevel={1}
          title={t('gone')}
          actions={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/all-management/application-management" {...props} />}
            >
              {t('back')}
            </Button>
          }
        >
          {t('goneText')}
        </EmptyState>
      </Panel>
    )
  if (error && !data && !isFetching)
    return (
      <Panel>
        <LoadError headingLevel={1} title={t('failed')} query={query} />
      </Panel>
    )
  if (!data) return <div aria-busy="true" />
  return (
    <>
      <Header application={data} open={open} />
      {!data.viewerCan.changeRecipients && (
        <div className={classes.notice}>
          <Notice>{t('looksOnly')}</Notice>
        </div>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <SignInsPanel application={data} chosen={chosen} />
          {hasSecret(data.kind) && <SecretsPanel application={data} open={open} />}
          <ErrorsPanel id={data.id} chosen={chosen} />
          <ConfigurationPanel application={data} />
        </div>
        <div className={classes.column}>
          <ApplicationFacts application={data} onEdit={() => open('edit', [data])} />
          {admin && (
            <AuditPanel targetId={data.id} to="/all-management/record" search={{ target: data.id }} />
          )}
        </div>
      </div>
      {dialog}
    </>
  )
}

function Header({ application, open }: { application: Application; open: OpenDialog }) {
  const t = useTexts(words)
  const changed = useApplicationsChanged()
  const { id, name, icon, kind, enabled, firstParty, clientId, viewerCan } = application
  usePageName(name)
  const enable = async () => {
    await request(updateApplication, { id, enabled: true })
    toast('ok', t('enabled', { name }))
    await changed()
  }
  return (
    <PageHeader
      tile={<Initial name={name} icon={icon} size={40} square />}
      title={name}
      context={
        <span className={classes.context}>
          <StatusText tone={enabled ? 'ok' : 'neutral'}>{t(`status.${enabled}`)}</StatusText>
          <Tag tone="neutral">{t(`kind.${kind}`)}</Tag>
          {firstParty && <Tag tone="info">{t('own')}</Tag>}
          <span>
            <code className={classes.mono}>{clientId}</code>
            <CopyButton inline label={t('copyClientId')} text={clientId} />
          </span>
        </span>
      }
      actions={
        <>
          {viewerCan.changeRecipients && (
            <MoreMenu label={t('more')}>
              {enabled ? (
                <Menu.Item
                  leftSection={<IconBan size={16} stroke={1.6} aria-hidden />}
                  onClick={() => open('disable', [application])}
                >
                  {t('disable')}
                </Menu.Item>
              ) : (
                <Menu.Item
                  leftSection={<IconCircleCheck size={16} stroke={1.6} aria-hidden />}
                  onClick={() => void enable()}
                >
                  {t('enable')}
                </Menu.Item>
              )}
              <Menu.Item
                data-danger
                leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
                onClick={() => open('delete', [application])}
              >
                {t('delete')}
              </Menu.Item>
            </MoreMenu>
          )}
          {signsPeopleIn(application) && (
            <Button
              variant="default"
              leftSection={<IconLogin2 size={16} stroke={1.6} aria-hidden />}
              disabled={!enabled}
              title={enabled ? undefined : t('tryDisabled')}
              onClick={() => open('trySignIn', [application])}
            >
              {t('trySignIn')}
            </Button>
          )}
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/all-management/webhooks" search={{ application: id }} {...props} />
            )}
          >
            {t('webhooks')}
          </Button>
          <Button onClick={() => open('edit', [application])}>{t('edit')}</Button>
        </>
      }
    />
  )
}
