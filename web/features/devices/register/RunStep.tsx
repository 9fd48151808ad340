import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { first } from '../../../../contract/required.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import type { DeviceDetail } from '../device.ts'
import classes from './Connect.module.css'
import { colored } from './colored.tsx'
import { useMade } from './made.ts'
import { Step } from './Step.tsx'
import { snippetsOf } from './snippets.ts'
import { words } from './words.ts'

/** Example programs in four languages, with the device's address and credential filled in. */
export function RunStep({
  device: { id, gatewayUrl },
  connected,
}: {
  device: DeviceDetail
  connected: boolean
}) {
  const t = useTexts(words)
  const [topics, setTopics] = useState(false)
  const made = useMade(id)
  if (gatewayUrl === null) return null
  const snippets = snippetsOf(
    { id, password: made?.password ?? `<${t('run.password')}>`, gateway: new URL(gatewayUrl) },
    { file: t('run.file'), publish: t('run.publish') },
  )
  return (
    <Step
      number={2}
      state={connected ? 'done' : 'present'}
      title={t('run.title')}
      action={
        <button type="button" className="link" aria-expanded={topics} onClick={() => setTopics(!topics)}>
          {t('run.topics')}
        </button>
      }
    >
      {topics && <Topics id={id} />}
      <Tabs defaultValue={first(snippets, 'snippets').name} keepMounted={false} className={classes.tabs}>
        <Tabs.List className={classes.languages} aria-label={t('run.languages')}>
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, language, text }) => (
          <Tabs.Panel key={name} value={name} className={classes.snippet}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
            <pre tabIndex={0}>{colored(text, language)}</pre>
            <CopyButton label={t('run.copy', { name })} text={text} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Step>
  )
}

function Topics({ id }: { id: string }) {
  const t = useTexts(words)
  return (
    <div className={classes.topics}>
      <p>{t('run.topicsText')}</p>
      <dl>
        <dt className="mono">{`devices/${id}/info`}</dt>
        <dd>{t('run.info', { example: '{"temperature":21.4}' })}</dd>
        <dt className="mono">{`devices/${id}/versions`}</dt>
        <dd>{t('run.versions', { example: '{"firmware":"1.0.0"}' })}</dd>
        <dt className="mono">{`devices/${id}/status`}</dt>
        <dd>{t('run.status')}</dd>
      </dl>
    </div>
  )
}
