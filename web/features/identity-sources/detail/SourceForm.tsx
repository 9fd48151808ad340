import { Button, Menu } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { IconCircleCheck, IconCopy } from '#icons'
import { IconBan, IconTrash } from '#icons/page'
import type { IdentitySourceKind } from '../../../../contract/identity-sources.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { usePageName } from '../../../lib/titles/usePageName.ts'
import { AuditPanel } from '../../../shared/audit/AuditPanel.tsx'
import { SourceTile } from '../../../shared/identity-sources/SourceIcon.tsx'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { useCopy } from '../../../ui/display/clipboard.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StatusText } from '../../../ui/feedback/StatusText.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { MoreMenu } from '../../../ui/layout/MoreMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { type OpenDialog, useSourceDialogs } from '../dialogs/dialogs.ts'
import { type Source, stateOf, stateTones, updateIdentitySource, useSourcesChanged } from '../sources.ts'
import { words as listWords } from '../words.ts'
import { CheckPanel } from './CheckPanel.tsx'
import classes from './Detail.module.css'
import { ProviderPanel } from './ProviderPanel.tsx'
import { CredentialRows, DisplayRow, FactorRow, FirstSignInRow, ScopeRow } from './SourceFields.tsx'
import { useSourceForm } from './useSourceForm.ts'
import { words } from './words.ts'

interface Props {
  kind: IdentitySourceKind
  /** Undefined for a new source. */
  source: Source | undefined
  sources: readonly Source[]
}

/** The form of an identity source, with its connection test and the values to enter at the provider. */
export function SourceForm({ kind, source, sources }: Props) {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const form = useId()
  const { open, dialog } = useSourceDialogs()
  const { fields, checks, testing, saves, test } = useSourceForm(kind, source, sources)
  const submit = (
    <Button type="submit" form={form} loading={fields.pending}>
      {t(source ? 'save' : 'add')}
    </Button>
  )
  return (
    <>
      {source ? (
        <Header source={source} open={open} submit={submit} />
      ) : (
        <PageHeader
          tile={<SourceTile source={{ kind }} large />}
          title={t('addKind', { kind: list(`kind.${kind}`) })}
          actions={submit}
        />
      )}
      <div className={classes.columns}>
        <Panel padded={false}>
          <form {...fields.formProps} id={form} aria-label={t('addKind', { kind: list(`kind.${kind}`) })}>
            {fields.problem && (
              <div className={classes.notice}>
                <Notice tone="err" role="alert">
                  {fields.problem}
                </Notice>
              </div>
            )}
            <DisplayRow fields={fields} kind={kind} isNew={!source} />
            {/* Each save remounts these rows, so that a new secret is hidden again. */}
            <CredentialRows key={saves} fields={fields} kind={kind} isNew={!source} />
            <FirstSignInRow fields={fields} />
            <ScopeRow fields={fields} known={source?.settings?.tenants ?? []} />
            {kind === 'OIDC' && <FactorRow fields={fields} />}
          </form>
        </Panel>
        <div className={classes.column}>
          <CheckPanel source={source} checks={checks} testing={testing} onTest={test} />
          <ProviderPanel
            kind={kind}
            redirectUri={source?.redirectUri}
            sourceKey={fields.form.values.key.trim()}
          />
          {source && (
            <AuditPanel targetId={source.id} to="/all-management/record" search={{ target: source.id }} />
          )}
        </div>
      </div>
      {dialog}
    </>
  )
}

interface HeaderProps {
  source: Source
  open: OpenDialog
  submit: ReactNode
}

function Header({ source, open, submit }: HeaderProps) {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const times = useTimes()
  const copy = useCopy()
  const changed = useSourcesChanged()
  const { id, key, kind, name, enabled, loginUrl, createDateTime, settings } = source
  const state = stateOf(source)
  usePageName(name)
  async function enable() {
    await request(updateIdentitySource, { id, enabled: true })
    toast('ok', list('enabled', { name }))
    await changed()
  }
  const icon = (Icon: typeof IconCopy) => <Icon size={16} stroke={1.6} aria-hidden />
  return (
    <PageHeader
      tile={<SourceTile source={source} large />}
      title={name}
      context={
        <span className={classes.context}>
          <StatusText tone={stateTones[state]}>{list(`state.${state}`)}</StatusText>
          {key !== id && (
            <span>
              <code className="mono">{key}</code>
              <CopyButton inline label={t('copyKey', { key })} text={key} />
            </span>
          )}
          <span>{list(`kind.${kind}`)}</span>
          <span title={times.exact(createDateTime)}>
            {t('created', { time: times.date(createDateTime) })}
          </span>
          <span>{t('identities', { count: settings?.identities ?? 0 })}</span>
        </span>
      }
      actions={
        <>
          <MoreMenu label={list('more')}>
            <Menu.Item leftSection={icon(IconCopy)} onClick={() => void copy(loginUrl)}>
              {list('copyLink')}
            </Menu.Item>
            {enabled ? (
              <Menu.Item leftSection={icon(IconBan)} onClick={() => open('disable', [source])}>
                {list('disable')}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={icon(IconCircleCheck)} onClick={() => void enable()}>
                {list('enable')}
              </Menu.Item>
            )}
            <Menu.Item data-danger leftSection={icon(IconTrash)} onClick={() => open('delete', [source])}>
              {list('delete')}
            </Menu.Item>
          </MoreMenu>
          {submit}
        </>
      }
    />
  )
}
