import { Textarea, TextInput } from '@mantine/core'
import { groupsOf, isGroupsTemplate, placeholderNames } from '../../../../contract/claims/groups.ts'
import { applicationKinds, signingAlgorithms } from '../../../../contract/states.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTenantSearch } from '../../../shared/pickers/TenantPicker.tsx'
import { TenantsPicker } from '../../../shared/pickers/TenantsPicker.tsx'
import { Check } from '../../../ui/fields/Check.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import classes from '../Applications.module.css'
import { hasRedirects, hasSecret } from '../applications.ts'
import { entries, type Fields } from '../applicationValues.ts'
import { words } from '../words.ts'
import { IconField } from './IconField.tsx'

/** Fields with several lines of text. */
type LinesName =
  | 'redirectUris'
  | 'postLogoutRedirectUris'
  | 'origins'
  | 'resources'
  | 'jwks'
  | 'tenantIds'
  | 'groupsTemplate'

interface Props {
  fields: Fields
  /** Whether the application is new, so that its kind can be chosen. */
  create?: boolean
  /** Omits all fields that determine who receives the application's authorization codes. */
  looksOnly?: boolean
  /** Organizations that can currently use the application. */
  tenants?: readonly { id: string; name: string }[]
}

/** Shows the form fields of an application. The kind determines which fields are shown. */
export function ApplicationFields({ fields, create = false, looksOnly = false, tenants = [] }: Props) {
  const t = useTexts(words)
  const { auth } = useSession()
  const canSearch = useTenantSearch()
  const { kind, tenantIds } = fields.form.getValues()
  const lines = (name: LinesName, rule: string) => (
    <Textarea
      {...fields.field(name, rule)}
      label={t(name === 'tenantIds' ? 'tenants' : name)}
      autosize
      minRows={1}
      maxRows={6}
      spellCheck={false}
      autoComplete="off"
    />
  )
  return (
    <>
      {create && (
        <>
          <Select
            {...fields.field('kind')}
            label={t('kind')}
            data={applicationKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <p className={classes.rule}>{t(`kindText.${kind}`)}</p>
        </>
      )}
      <TextInput {...fields.field('name')} label={t('name')} withAsterisk autoComplete="off" data-autofocus />
      <IconField fields={fields} />
      {!looksOnly && (
        <>
          {hasRedirects(kind) && lines('redirectUris', t('redirectUrisRule'))}
          {hasRedirects(kind) && lines('postLogoutRedirectUris', t('oneALine'))}
          {kind === 'SINGLE_PAGE' && lines('origins', t('originsRule'))}
          <TextInput
            {...fields.field('scopes', t('scopesRule'))}
            label={t('scopes')}
            autoComplete="off"
            spellCheck={false}
          />
          {lines('resources', t('resourcesRule'))}
          {kind === 'SERVER' && (
            <TextInput
              {...fields.field('backchannelLogoutUri')}
              label={t('backchannelLogoutUri')}
              autoComplete="off"
            />
          )}
        </>
      )}
      {kind !== 'SERVICE' &&
        (['policyUri', 'tosUri'] as const).map((name) => (
          <TextInput
            key={name}
            {...fields.field(name, t(`${name}Rule`))}
            label={t(name)}
            type="url"
            autoComplete="off"
          />
        ))}
      {!looksOnly && hasSecret(kind) && lines('jwks', t('jwksRule'))}
      {!looksOnly &&
        (canSearch ? (
          <TenantsPicker
            {...fields.field('tenantIds', t('tenantsEmpty'))}
            label={t('tenants')}
            known={tenants}
            value={entries(tenantIds)}
            onChange={(ids) => fields.form.setFieldValue('tenantIds', ids.join('\n'))}
          />
        ) : (
          lines('tenantIds', t('tenantsRule'))
        ))}
      {!looksOnly && kind !== 'SERVICE' && (
        <>
          {lines(
            'groupsTemplate',
            t('groupsTemplateRule', { names: placeholderNames, example: '{organization}:{role}' }),
          )}
          <GroupsPreview template={fields.form.getValues().groupsTemplate} />
        </>
      )}
      {!looksOnly && (
        <Select
          {...fields.field('signingAlg', t('signingAlgRule'))}
          label={t('signingAlg')}
          data={signingAlgorithms.map((value) => ({ value, label: value }))}
        />
      )}
      {!looksOnly && kind === 'SERVER' && <CheckField fields={fields} name="requirePkce" />}
      {auth.admin && <CheckField fields={fields} name="firstParty" />}
    </>
  )
}

function CheckField({ fields, name }: { fields: Fields; name: 'requirePkce' | 'firstParty' }) {
  const t = useTexts(words)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input
    <label className={classes.check}>
      <Check
        checked={fields.form.getValues()[name]}
        onChange={(checked) => fields.form.setFieldValue(name, checked)}
      />
      {t(name)}
    </label>
  )
}

/** Shows the `groups` claim that the template produces for a sample member. */
function GroupsPreview({ template }: { template: string }) {
  const t = useTexts(words)
  if (!template.trim()) return null
  const groups = isGroupsTemplate(template)
    ? groupsOf(template, {
        organization: [t('groupsSample')],
        organization_id: ['019a0000-0000-7000-8000-000000000001'],
        role: ['OWNER', 'OPERATOR'],
        code: ['data_view', 'data_export'],
      })
    : []
  return (
    <p className={classes.rule} role="status">
      {groups.length ? t('groupsPreview', { groups: JSON.stringify(groups) }) : t('groupsNone')}
    </p>
  )
}
