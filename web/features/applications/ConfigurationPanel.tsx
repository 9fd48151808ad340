import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { configurationsOf } from '../../../contract/openid/configurations.ts'
import { first } from '../../../contract/required.ts'
import { loadConfig } from '../../lib/config.ts'
import { useTexts } from '../../lib/texts.ts'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Applications.module.css'
import type { Application } from './applications.ts'
import { words } from './words.ts'

/** Ready-made configurations of common libraries. */
export function ConfigurationPanel({ application }: { application: Application }) {
  const t = useTexts(words)
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: 600_000 })
  const configurations = configurationsOf({
    ...application,
    origin: window.location.origin,
    realm: config?.realm ?? 'reeve',
    usesKey: application.jwks != null,
  })
  return (
    <Panel title={t('configuration')}>
      <Tabs defaultValue={first(configurations, 'configurations').name} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {configurations.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {configurations.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name}>
            <pre className={classes.code}>{text}</pre>
            <CopyButton label={t('copyConfiguration')} text={text} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  )
}
