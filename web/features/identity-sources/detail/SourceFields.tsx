import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { firstSignIns, type IdentitySourceKind } from '../../../../contract/identity-sources.ts'
import { limits } from '../../../../contract/limits.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words as libWords } from '../../../lib/words.ts'
import { OneOf } from '../../../shared/invitations/Chips.tsx'
import { GrantFields } from '../../../shared/invitations/GrantFields.tsx'
import { TenantPicker } from '../../../shared/pickers/TenantPicker.tsx'
import { TenantsPicker } from '../../../shared/pickers/TenantsPicker.tsx'
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx'
import classes from './Detail.module.css'
import { Options } from './Options.tsx'
import { SourceIconField } from './SourceIconField.tsx'
import type { Fields } from './sourceValues.ts'
import { words } from './words.ts'

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={classes.setting}>
      <div>
        <h2 className={classes.settingTitle}>{title}</h2>
        <p className={classes.settingText}>{text}</p>
      </div>
      <div className={classes.settingFields}>{children}</div>
    </div>
  )
}

interface RowProps {
  fields: Fields
  kind: IdentitySourceKind
  isNew: boolean
}

export function DisplayRow({ fields, kind, isNew }: RowProps) {
  const t = useTexts(words)
  return (
    <Row title={t('display')} text={t('displayText')}>
      <div className={classes.pair}>
        <TextInput
          {...fields.field('name')}
          label={t('name')}
          withAsterisk
          maxLength={limits.name.max}
          autoComplete="off"
        />
        <SourceIconField fields={fields} kind={kind} />
      </div>
      {isNew && (
        <TextInput
          {...fields.field('key', t('keyRule'))}
          label={t('key')}
          classNames={{ input: classes.mono ?? '' }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Row>
  )
}

export function CredentialRows({ fields, kind, isNew }: RowProps) {
  const t = useTexts(words)
  const plain = {
    ...{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    classNames: { input: classes.mono ?? '' },
  }
  const fixed = kind === 'WECOM' && !isNew
  return (
    <Row title={t('credentials')} text={t(`credentialsText.${kind}`)}>
      {(kind === 'OIDC' || isNew) && (
        <TextInput
          {...fields.field('issuer', kind === 'OIDC' && isNew ? t('issuerRule') : undefined)}
          {...plain}
          label={t(kind === 'OIDC' ? 'issuer' : 'host')}
          withAsterisk={kind === 'OIDC'}
          placeholder="https://"
          disabled={!isNew}
        />
      )}
      <div className={classes.pair}>
        <TextInput
          {...fields.field('clientId', fixed ? t('corpFixed') : undefined)}
          {...plain}
          label={t(`clientId.${kind}`)}
          withAsterisk
          disabled={fixed}
        />
        <SecretField fields={fields} kind={kind} isNew={isNew} />
      </div>
      {kind === 'WECOM' && (
        <TextInput {...fields.field('agentId')} {...plain} label={t('agentId')} withAsterisk />
      )}
      {kind === 'OIDC' && (
        <TextInput {...fields.field('scopes', t('scopesRule'))} {...plain} label={t('scopes')} />
      )}
    </Row>
  )
}

/** The stored secret is never shown. It can only be replaced. */
function SecretField({ fields, kind, isNew }: RowProps) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const [replacing, setReplacing] = useState(isNew)
  const label = t(`clientSecret.${kind}`)
  const props = fields.field('clientSecret')
  if (replacing || props.value)
    return (
      <div>
        <PasswordInput
          {...props}
          label={label}
          withAsterisk={isNew}
          revealLabel={common('reveal')}
          autoComplete="new-password"
        />
        {!isNew && (
          <button
            type="button"
            className="link"
            onClick={() => {
              fields.form.setFieldValue('clientSecret', '')
              setReplacing(false)
            }}
          >
            {t('keepSecret')}
          </button>
        )}
      </div>
    )
  return (
    <TextInput
      label={label}
      name="clientSecret"
      error={props.error}
      value="••••••••••"
      readOnly
      aria-label={`${label} ${t('secretStored')}`}
      rightSectionWidth={76}
      rightSection={
        <button type="button" className="link" onClick={() => setReplacing(true)}>
          {t('replace')}
        </button>
      }
    />
  )
}

export function FirstSignInRow({ fields }: { fields: Fields }) {
  const t = useTexts(words)
  const { firstSignIn, accountTenantId, accountRoles, accountAuthCodes } = fields.form.values
  return (
    <Row title={t('first')} text={t('firstText')}>
      <Options
        name="firstSignIn"
        label={t('first')}
        options={firstSignIns.map((value) => ({
          ...{ value, label: t(`first.${value}`), text: t(`first.${value}Text`) },
        }))}
        value={firstSignIn}
        onChange={(value) => fields.form.setFieldValue('firstSignIn', value)}
      />
      {firstSignIn === 'CREATE' && (
        <>
          <TenantPicker
            value={accountTenantId}
            onChange={(id) => fields.form.setFieldValue('accountTenantId', id)}
            name="accountTenantId"
            label={t('accountTenant')}
            error={fields.form.errors.accountTenantId}
          />
          {accountTenantId && (
            <GrantFields
              value={{ roles: accountRoles, authCodes: accountAuthCodes }}
              onChange={({ roles, authCodes }) =>
                fields.form.setValues({ accountRoles: roles, accountAuthCodes: authCodes })
              }
            />
          )}
        </>
      )}
    </Row>
  )
}

export function ScopeRow({
  fields,
  known,
}: {
  fields: Fields
  known: readonly { id: string; name: string }[]
}) {
  const t = useTexts(words)
  const { everyone, tenantIds } = fields.form.values
  return (
    <Row title={t('scope')} text={t('scopeText')}>
      <OneOf
        legend={t('scope')}
        value={everyone ? 'everyone' : 'selected'}
        choices={[
          { value: 'everyone', label: t('everyone') },
          { value: 'selected', label: t('selected') },
        ]}
        onChange={(value) => fields.form.setFieldValue('everyone', value === 'everyone')}
      />
      {!everyone && (
        <TenantsPicker
          value={tenantIds}
          known={known}
          label={t('tenants')}
          error={fields.form.errors.tenantIds}
          onChange={(ids) => fields.form.setFieldValue('tenantIds', ids)}
        />
      )}
    </Row>
  )
}

export function FactorRow({ fields }: { fields: Fields }) {
  const t = useTexts(words)
  const options = (['platform', 'provider'] as const).map((value) => ({
    ...{ value, label: t(`factor.${value}`), text: t(`factor.${value}Text`) },
  }))
  return (
    <Row title={t('factor')} text={t('factorText')}>
      <Options
        name="trustFactor"
        label={t('factor')}
        options={options}
        value={fields.form.values.trustFactor ? 'provider' : 'platform'}
        onChange={(value) => fields.form.setFieldValue('trustFactor', value === 'provider')}
      />
    </Row>
  )
}
