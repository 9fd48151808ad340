import { Button } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '#icons'
import { type Counts, importExtensions, type Preview, type Progress } from '../../../../contract/import.ts'
import { limits } from '../../../../contract/limits.ts'
import { ApiError } from '../../../lib/errors.ts'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import { useCommonWords } from '../../../ui/commonWords.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { mayLeave, useLeaveAsked, useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DropZone } from '../../../ui/fields/DropZone.tsx'
import classes from './Import.module.css'
import { downloadFailures, downloadTemplate, type ImportedList, type ImportQuery } from './importCalls.ts'
import { PreviewTables } from './PreviewTables.tsx'
import { megabytes, useImport } from './useImport.ts'
import { words } from './words.ts'

export interface ImportDialogProps extends DialogState {
  list: ImportedList
  query: ImportQuery
  onDone: () => void
}

/**
 * Dialog that imports a file in three steps: choose a file, preview the changes, apply them. The user can
 * download the rejected rows as a file.
 */
export function ImportDialog({ list, query, opened, onClose, onDone }: ImportDialogProps) {
  const common = useCommonWords()
  const t = useTexts(words)
  const { step, problem, choose, start, restart } = useImport({ list, query, onDone })
  const save = (file: Promise<void>) =>
    void file.catch((error) => toast('err', error instanceof ApiError ? error.message : t('unknownFile')))
  const failures = (id: string) => (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      onClick={() => save(downloadFailures(list, id))}
    >
      {t('failures')}
    </Button>
  )
  // A checked file counts as an unsaved change until it has been imported.
  useUnsaved(opened && step.name === 'preview')
  const asked = useLeaveAsked()
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  const preview = 'preview' in step ? step.preview : undefined
  const right = preview ? rightRows(preview) : 0

  return (
    <Dialog
      opened={opened}
      onClose={() => void close()}
      closeOnEscape={!asked}
      title={t(`title.${list}`)}
      size={720}
      closeOnClickOutside={step.name === 'choose'}
      classNames={{ content: classes.content, body: classes.dialog, header: classes.header }}
    >
      <div className={classes.body}>
        {problem && (
          <Notice tone="err" role="alert">
            {problem}
          </Notice>
        )}
        {step.name === 'choose' && <Choose list={list} save={save} onFile={(file) => void choose(file)} />}
        {step.name === 'checking' && <ProgressLine progress={step.progress} />}
        {step.name === 'writing' && (
          <>
            <Tiles counts={step.preview} />
            <ProgressLine progress={step.progress} />
            <p className={classes.hint}>{t('writingHint')}</p>
          </>
        )}
        {step.name === 'preview' && <PreviewStep preview={step.preview} />}
        {step.name === 'done' && (
          <>
            <Tiles counts={step.counts} />
            <Notice tone="ok" role="status" title={t('done')}>
              {t('doneText', step.counts)}
            </Notice>
            {step.counts.wrong > 0 && (
              <Notice tone="err">{t('doneWrong', { count: step.counts.wrong })}</Notice>
            )}
          </>
        )}
      </div>
      <div className={classes.foot}>
        {step.name === 'preview' && (
          <>
            {step.preview.wrong > 0 && failures(step.preview.id)}
            <Button variant="default" onClick={restart}>
              {t('other')}
            </Button>
            {right > 0 && (
              <Button onClick={() => void start(step.preview)}>
                {t(step.preview.wrong ? 'submitRest' : 'submit', { count: right })}
              </Button>
            )}
          </>
        )}
        {step.name === 'done' && (
          <>
            {step.counts.wrong > 0 && failures(step.preview.id)}
            <Button variant="default" onClick={restart}>
              {t('again')}
            </Button>
            <Button onClick={onClose}>{common.close}</Button>
          </>
        )}
        {(step.name === 'choose' || step.name === 'checking' || step.name === 'writing') && (
          <Button variant="default" onClick={onClose}>
            {step.name === 'writing' ? common.close : common.cancel}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface ChooseProps {
  list: ImportedList
  save: (file: Promise<void>) => void
  onFile: (file: File | undefined) => void
}

/** First step, in which the user downloads the template and chooses a file. */
function Choose({ list, save, onFile }: ChooseProps) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      <p className={classes.intro}>{t('intro')}</p>
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          onClick={() => save(downloadTemplate(list))}
        >
          {t('template')}
        </Button>
      </div>
      <DropZone
        label={t('drop')}
        over={t('dropHere')}
        rule={t('dropRule', { size: megabytes, rows: limits.import.rows.toLocaleString(locale) })}
        icon={<IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />}
        accept={importExtensions.join()}
        onFiles={([file]) => onFile(file)}
      />
    </>
  )
}

const rightRows = ({ created, changed }: Preview): number => created + changed

/** Second step, which shows what the import would change and which rows are invalid. */
function PreviewStep({ preview }: { preview: Preview }) {
  const t = useTexts(words)
  const right = rightRows(preview)
  return (
    <>
      <Tiles counts={preview} />
      {preview.ignored.length > 0 && (
        <Notice tone="warn">{t('ignored', { columns: preview.ignored.join(t('between')) })}</Notice>
      )}
      {preview.hidden > 0 && <Notice tone="warn">{t('hidden', { count: preview.hidden })}</Notice>}
      {preview.wrong > 0 ? (
        <Notice tone="err">
          {right || preview.unchanged ? t('someWrong', { count: preview.wrong }) : t('allWrong')}
        </Notice>
      ) : (
        right === 0 && <Notice tone="info">{t('nothing')}</Notice>
      )}
      <PreviewTables preview={preview} />
    </>
  )
}

const kinds = ['created', 'changed', 'unchanged', 'wrong'] as const

function Tiles({ counts }: { counts: Counts }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <dl className={classes.tiles}>
      {kinds.map((kind) => (
        <div key={kind} className={classes.tile} data-kind={counts[kind] ? kind : undefined}>
          <dt>{t(`count.${kind}`)}</dt>
          <dd className="tabular">{counts[kind].toLocaleString(locale)}</dd>
        </div>
      ))}
    </dl>
  )
}

function ProgressLine({ progress: { phase, done, of } }: { progress: Progress }) {
  const t = useTexts(words)
  const text =
    phase === 'write' ? t('writing', { done, of }) : of ? t('checking', { count: of }) : t('reading')
  return (
    <div className={classes.progress}>
      <span role="status">{text}</span>
      <progress
        aria-label={t('progress')}
        max={1}
        {...(phase === 'write' && { value: of ? done / of : 1 })}
      />
    </div>
  )
}
