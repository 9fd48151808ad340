import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { first } from '../../../contract/required.ts'
import { loadConfig } from '../../lib/config.ts'
import { useTexts } from '../../lib/texts.ts'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Applications.module.css'
import type { Application } from './applications.ts'
import { samplesOf } from './configuration.ts'
import { words } from './words.ts'

/** Ready-made configurations of common libraries. */
export function ConfigurationPanel({ application }: { application: Application }) {
  const t = useTexts(words)
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: 600_000 })
  const samples = samplesOf(application, window.location.origin, config?.realm ?? 'reeve')
  return (
    <Panel title={t('configuration')}>
      <Tabs defaultValue={first(samples, 'samples').name} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {samples.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {samples.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name}>
            <pre className={classes.code}>{text}</pre>
            <CopyButton label={t('copyConfiguration')} text={text} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  )
}
