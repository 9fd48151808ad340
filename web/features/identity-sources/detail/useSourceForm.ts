import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { IdentitySourceKind } from '../../../../contract/identity-sources.ts'
import { limits } from '../../../../contract/limits.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import {
  type Check,
  createIdentitySource,
  type Source,
  testIdentitySource,
  updateIdentitySource,
  useSourcesChanged,
} from '../sources.ts'
import { changeOf, creationOf, isKey, newValues, type SourceValues, valuesOf } from './sourceValues.ts'
import { words } from './words.ts'

/** Removes the prefix `input.` from the field names in the server's errors. */
const withoutPrefix = (fields: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^input\./, ''), text]))

/** Manages the form of a source and its connection test. `source` is undefined for a new source. */
export function useSourceForm(
  kind: IdentitySourceKind,
  source: Source | undefined,
  sources: readonly Source[],
) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useSourcesChanged()
  const navigate = useNavigate()
  const [checks, setChecks] = useState<readonly Check[]>()
  const [testing, setTesting] = useState(false)
  const [finished, setFinished] = useState(false)
  const [saves, setSaves] = useState(0)
  const hasFailed = checks?.some(({ status }) => status === 'FAILED') ?? false

  const fields = useFields<SourceValues>({
    initial: source
      ? valuesOf(source)
      : newValues(
          kind,
          sources.map(({ key }) => key),
        ),
    check: useSourceCheck(kind, source),
    submit: async (values) => {
      if (source) await save(source, values)
      else await create(values)
    },
    refusal: (error) => {
      const { fields: wrong, ...rest } = refusal(error)
      return { ...rest, fields: withoutPrefix(wrong) }
    },
  })
  const { form } = fields
  useUnsaved(form.isDirty() && !fields.pending && !finished)

  async function save(stored: Source, values: SourceValues) {
    await request(updateIdentitySource, changeOf(stored, values))
    form.startFrom({ ...values, clientSecret: '' })
    setSaves((before) => before + 1)
    toast('ok', t('saved'))
    await changed()
  }

  async function create(values: SourceValues) {
    const variables = creationOf(kind, values, !hasFailed)
    const { id } = (await request(createIdentitySource, variables)).createIdentitySource
    setFinished(true)
    toast('ok', t(hasFailed ? 'addedDisabled' : 'added', { name: variables.name }))
    await changed()
    await navigate({ to: '/all-management/sign-in-methods/$id', params: { id }, replace: true })
  }

  /**
   * Tests the values of the form, which need not be saved. A step that fails shows its error at the field.
   */
  async function test() {
    setTesting(true)
    await fields.attempt('clientSecret', async () => {
      const values = form.getValues()
      const { testIdentitySource: result } = await request(testIdentitySource, testOf(kind, source, values))
      setChecks(result)
      const wrong = result.flatMap(({ field, message }) => (field && message ? [[field, message]] : []))
      if (wrong.length) fields.show(Object.fromEntries(wrong) as Record<string, string>)
    })
    setTesting(false)
    if (source) await changed()
  }

  return { fields, checks, testing, saves, test: () => void test() }
}

/** Returns the variables of the connection test: the settings that differ from the stored ones. */
function testOf(kind: IdentitySourceKind, source: Source | undefined, values: SourceValues) {
  const typed = {
    clientId: values.clientId.trim() || null,
    clientSecret: values.clientSecret.trim() || null,
    agentId: (kind === 'WECOM' && values.agentId.trim()) || null,
  }
  if (!source) return { kind, ...typed, issuer: values.issuer.trim() || null }
  const stored = { ...typed, clientId: source.clientId, agentId: source.settings?.agentId ?? null }
  return {
    id: source.id,
    ...(typed.clientId !== stored.clientId && { clientId: typed.clientId }),
    ...(typed.clientSecret && { clientSecret: typed.clientSecret }),
    ...(typed.agentId !== stored.agentId && { agentId: typed.agentId }),
  }
}

function useSourceCheck(kind: IdentitySourceKind, source: Source | undefined) {
  const t = useTexts(words)
  const checks = useChecks()
  const needed = (value: string) => (value.trim() ? undefined : t('required'))
  return (values: SourceValues) => ({
    name: values.name.trim() ? checks.text(values.name, limits.name.max) : t('nameEmpty'),
    key: source || isKey(values.key.trim()) ? undefined : t('keyWrong'),
    issuer: kind === 'OIDC' ? needed(values.issuer) : undefined,
    clientId: needed(values.clientId),
    clientSecret: source ? undefined : needed(values.clientSecret),
    agentId: kind === 'WECOM' ? needed(values.agentId) : undefined,
    tenantIds: values.everyone || values.tenantIds.length ? undefined : t('tenantsEmpty'),
  })
}
