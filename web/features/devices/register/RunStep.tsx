import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { first } from '../../../../contract/required.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import type { DeviceDetail } from '../device.ts'
import classes from './Connect.module.css'
import { useMade } from './made.ts'
import { Step } from './Step.tsx'
import { type Language, snippetsOf } from './snippets.ts'
import { words } from './words.ts'

const text = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${'`'}[^${'`'}]*${'`'}`
const number = String.raw`(?<![\w.-])\d[\d_.]*(?![\w.-])`

/** Regular expressions that match tokens by language: comments, strings, numbers and keywords. */
const tokens: Record<Language, RegExp> = {
  shell: new RegExp(`(^#.*$)|(${text})|(${number})|((?<=^|\\s)--?[a-zA-Z][\\w-]*)`, 'gm'),
  python: new RegExp(`(^\\s*#.*$)|(${text})|(${number})|\\b(import|as|def|while|True)\\b`, 'gm'),
  js: new RegExp(`(//.*$)|(${text})|(${number})|\\b(import|from|const|true)\\b`, 'gm'),
  c: new RegExp(`((?<!:)//.*$)|(${text})|(${number})|(^#include|\\b(?:static|const|void|true)\\b)`, 'gm'),
}
const kinds = ['comment', 'text', 'value', 'key'] as const

/** Returns the text of a program with syntax highlighting. */
function colored(program: string, language: Language): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of program.matchAll(tokens[language])) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)]
    parts.push(
      program.slice(end, match.index),
      <span key={match.index} data-kind={kind}>
        {match[0]}
      </span>,
    )
    end = match.index + match[0].length
  }
  return [...parts, program.slice(end)]
}

/** Shows example programs in four languages, with the URL and the credential of the device filled in. */
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
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scrollable area */}
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
