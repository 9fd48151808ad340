import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconFileTypePdf, IconFileUpload, IconPhoto } from '#icons'
import { documentLimits } from '../../../contract/documents.ts'
import { useTexts } from '../../lib/texts.ts'
import { DropZone } from '../../ui/fields/DropZone.tsx'
import classes from './DocumentsField.module.css'
import { accepted, type Documents, type Item, megabytes } from './useDocuments.ts'
import { useSize } from './useSize.ts'
import { words } from './words.ts'

interface DocumentsFieldProps {
  papers: Documents
  error?: ReactNode
}

const { each, days } = documentLimits

/**
 * Field for licenses and other documents. The user can drop, paste or choose files. The field shows the
 * upload status of each file.
 */
export function DocumentsField({ papers, error }: DocumentsFieldProps) {
  const t = useTexts(words)
  const id = useId()
  const { items, full, add } = papers
  usePastedFiles(add)
  return (
    <fieldset className={classes.field} aria-describedby={`${id}rule`}>
      <legend className={classes.label}>{t('optional')}</legend>
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <Row key={item.key} item={item} papers={papers} />
          ))}
        </ul>
      )}
      {items.length < each && (
        <DropZone
          compact
          multiple
          invalid={Boolean(error)}
          label={t(items.length ? 'addShort' : 'add')}
          over={t('drop')}
          rule={t('rule', { each, size: megabytes })}
          icon={<IconFileUpload size={20} stroke={1.6} aria-hidden />}
          accept={accepted.join()}
          onFiles={add}
        />
      )}
      <div role="alert" className={classes.error}>
        {error ?? (full && t('tooMany', { each }))}
      </div>
      <p id={`${id}rule`} className={classes.privacy}>
        {t('privacy', { days })}
      </p>
    </fieldset>
  )
}

function Row({ item, papers: { remove, retry } }: { item: Item; papers: Documents }) {
  const t = useTexts(words)
  const size = useSize()
  const { name, state, bytes } = item
  const percent = state.kind === 'sending' ? Math.floor(state.share * 100) : 100
  return (
    <li className={classes.item} data-state={state.kind}>
      <Picture item={item} />
      <div className={classes.text}>
        <div className={classes.name} title={name}>
          {name}
        </div>
        {state.kind === 'sending' && <progress max={1} {...(percent < 100 && { value: state.share })} />}
        <div className={classes.second} role="status">
          {state.kind === 'refused' ? (
            state.fault
          ) : state.kind === 'kept' ? (
            <>
              <span className="unseen">{t('kept', { name })} </span>
              {size(bytes)}
            </>
          ) : percent < 100 ? (
            t('sending', { percent })
          ) : (
            t('checking')
          )}
        </div>
      </div>
      {state.kind === 'refused' && state.again && (
        <button
          type="button"
          className="link"
          aria-label={t('retryOf', { name })}
          onClick={() => retry(item)}
        >
          {t('retry')}
        </button>
      )}
      <CloseButton aria-label={t('remove', { name })} onClick={() => remove(item)} />
    </li>
  )
}

/** Thumbnail of the stored image, which is also what reviewers see. */
function Picture({ item: { name, state } }: { item: Item }) {
  const thumbnail = state.kind === 'kept' ? state.paper.thumbnail : null
  const Icon = /\.pdf$/i.test(name) ? IconFileTypePdf : IconPhoto
  return (
    <span className={classes.picture}>
      {thumbnail ? <img src={thumbnail} alt="" /> : <Icon size={20} stroke={1.6} aria-hidden />}
    </span>
  )
}

/** Adds images that the user pastes anywhere on the page. Pasted text still goes to the focused field. */
function usePastedFiles(add: Documents['add']) {
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    function onPaste({ clipboardData }: ClipboardEvent) {
      if (clipboardData?.files.length) latest.current([...clipboardData.files])
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])
}
