import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { required } from '../../../../contract/required.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { ApiError } from '../../../lib/errors.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { type DeviceDetail, deviceOptions } from '../device.ts'
import { updateConfig } from '../mutations.ts'
import styles from './Config.module.css'
import { ConfigChanges } from './ConfigChanges.tsx'
import { type Config, checkConfig, printConfig } from './checkConfig.ts'
import { differences } from './differences.ts'
import { type EditorHandle, JsonEditor } from './JsonEditor.tsx'
import { words } from './words.ts'

interface Props {
  device: DeviceDetail
  onSaved: () => void
}

/** Edits a device's configuration as text, with a preview of the changes. */
export function ConfigEditor({ device, onSaved }: Props) {
  const t = useTexts(words)
  const client = useQueryClient()
  const refusal = useRefusal()
  const latest = device.config as Config
  const draft = useDraft(latest)
  const { base, setBase, text, setText, value, fault, changes, dirty, elsewhere } = draft
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const editor = useRef<EditorHandle>(null)
  const save = useRef<HTMLButtonElement>(null)
  const state = useId()

  useUnsaved(dirty && !saving)

  const startFrom = (config: Config) => {
    draft.startFrom(config)
    setProblem(undefined)
  }
  // If the user has not changed anything, the editor adopts changes by others.
  if (elsewhere > 0 && !dirty && !saving) startFrom(latest)

  async function send() {
    if (!value || !changes?.length || saving) return
    setSaving(true)
    setProblem(undefined)
    try {
      await request(updateConfig, { id: device.id, config: value, formerConfig: base })
    } catch (error) {
      const conflict = error instanceof ApiError && error.code === 'CONFLICT'
      if (conflict)
        await client.invalidateQueries({ queryKey: deviceOptions(device.id).queryKey, exact: true })
      else setProblem(refusal(error).message)
      setSaving(false)
      return
    }
    toast('ok', t('saved', { name: device.name }))
    await client.invalidateQueries({ queryKey: ['device', device.id] })
    onSaved()
  }

  const toFault = () => {
    if (fault) required(editor.current, 'editor').goTo(fault.at)
  }

  return (
    <>
      {elsewhere > 0 && dirty && !saving && (
        <Conflict count={elsewhere} onContinue={() => setBase(latest)} onRevert={() => startFrom(latest)} />
      )}
      <div className={styles.columns}>
        <Panel
          padded={false}
          title={
            <>
              {t('heading')} <span className={styles.about}>{t('rule')}</span>
            </>
          }
          actions={
            value && (
              <button type="button" className="link" onClick={() => setText(printConfig(value))}>
                {t('format')}
              </button>
            )
          }
        >
          <JsonEditor
            ref={editor}
            label={t('editor')}
            describedBy={state}
            value={text}
            onChange={setText}
            fault={fault}
            onSave={() => (fault ? toFault() : save.current?.focus())}
          />
          <div className={styles.foot} id={state} role="status">
            {fault ? <Fault text={fault.text} onClick={toFault} /> : t('fine')}
          </div>
        </Panel>
        <Panel padded={false} title={t('changes')} {...(changes?.length && { count: changes.length })}>
          <ConfigChanges changes={changes} />
          {problem && <Problem text={problem} />}
          <div className={styles.save}>
            <Button variant="default" disabled={!dirty || saving} onClick={() => startFrom(latest)}>
              {t('discard')}
            </Button>
            <Button
              ref={save}
              loading={saving}
              disabled={!changes?.length || elsewhere > 0}
              onClick={() => void send()}
            >
              {t('save')}
            </Button>
          </div>
        </Panel>
      </div>
    </>
  )
}

/**
 * Manages the state of the editor: the text, its differences from the saved version, and the number of
 * changes that others have made since the edit began.
 */
function useDraft(latest: Config) {
  /** The saved version on which the edit is based. The server refuses to save if it has another version. */
  const [base, setBase] = useState(latest)
  const [text, setText] = useState(() => printConfig(latest))

  const { value, fault } = useChecked(text)
  const changes = useMemo(() => value && differences(base, value), [base, value])
  const dirty = changes === null || changes.length > 0
  const elsewhere = differences(base, latest).length
  function startFrom(config: Config) {
    setBase(config)
    setText(printConfig(config))
  }
  return { base, setBase, text, setText, value, fault, changes, dirty, elsewhere, startFrom }
}

/** Parses the text. Returns the configuration, or the first error with its message. */
function useChecked(text: string) {
  const t = useTexts(words)
  const checked = useMemo(() => checkConfig(text), [text])
  const value = 'value' in checked ? checked.value : null
  const fault = useMemo(() => {
    if (!('fault' in checked)) return null
    const { kind, at, line, column } = checked.fault
    return { at, text: t('fault', { line, column, what: t(`fault.${kind}`) }) }
  }, [checked, t])
  return { value, fault }
}

interface ConflictProps {
  /** Number of changes by others. */
  count: number
  onContinue: () => void
  onRevert: () => void
}

/**
 * Shown if someone else has changed the configuration during the edit. Users can apply their own changes on
 * top of the new version or discard them.
 */
function Conflict({ count, onContinue, onRevert }: ConflictProps) {
  const t = useTexts(words)
  return (
    <div className={styles.notice}>
      <Notice tone="warn" role="alert" title={t('elsewhere')}>
        {t('elsewhereText', { count })}
        <div className={styles.actions}>
          <button type="button" className="link" onClick={onContinue}>
            {t('goOn')}
          </button>
          <button type="button" className="link" data-danger onClick={onRevert}>
            {t('takeTheirs')}
          </button>
        </div>
      </Notice>
    </div>
  )
}

const Fault = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <button type="button" className={`link ${styles.fault}`} onClick={onClick}>
    {text}
  </button>
)

const Problem = ({ text }: { text: string }) => (
  <div className={styles.problem}>
    <Notice tone="err" role="alert">
      {text}
    </Notice>
  </div>
)
