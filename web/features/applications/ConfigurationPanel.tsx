import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configurationsOf } from '../../../contract/openid/configurations.ts'
import { first } from '../../../contract/required.ts'
import { loadConfig } from '../../lib/config.ts'
import { useTexts } from '../../lib/texts.ts'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Applications.module.css'
import type { Application } from './applications.ts'
import { words } from './words.ts'

/**
 * Shows configurations to copy for common libraries and programs, with the values of the application filled
 * in.
 */
export function ConfigurationPanel({ application }: { application: Application }) {
  const t = useTexts(words)
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: 600_000 })
  const configurations = configurationsOf({
    ...application,
    origin: window.location.origin,
    realm: config?.realm ?? 'reeve',
    usesKey: application.jwks != null,
  })
  const [library, setLibrary] = useState<string>()
  const shown = configurations.find(({ name }) => name === library) ?? first(configurations, 'configurations')
  const picker = (
    <Select
      aria-label={t('library')}
      value={shown.name}
      onChange={(event) => setLibrary(event.currentTarget.value)}
      data={configurations.map(({ name }) => name)}
    />
  )
  return (
    <Panel title={t('configuration')} actions={picker}>
      <pre className={classes.code}>{shown.text}</pre>
      <CopyButton label={t('copyConfiguration')} text={shown.text} />
    </Panel>
  )
}
