import { useState } from 'react'
import { IconDownload, IconFileTypePdf } from '#icons'
import { useRefusal } from '../../lib/codes.ts'
import { useTexts } from '../../lib/texts.ts'
import { lazyDialogs } from '../../ui/dialogs/lazyDialogs.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import classes from './DocumentList.module.css'
import { downloadDocument } from './documentCalls.ts'
import type { StoredDocument } from './useDocuments.ts'
import { useSize } from './useSize.ts'
import { words } from './words.ts'

interface DocumentListProps {
  papers: readonly StoredDocument[]
  /** Number of submitted documents, including documents that have been deleted since then. */
  count: number
  /** Ids of the documents in the previous version of the request; undefined if this is the first version. */
  before: readonly string[] | undefined
}

const useDialogs = lazyDialogs({ view: () => import('./DocumentViewer.tsx') })

/** Shows the submitted documents. Images open in a viewer, and PDF files are downloaded. */
export function DocumentList({ papers, count, before }: DocumentListProps) {
  const t = useTexts(words)
  const { open, dialog } = useDialogs()
  const images = papers.filter(({ type }) => type !== 'application/pdf')
  return (
    <section className={classes.papers} aria-label={t('count', { count })}>
      <h3>{t('count', { count })}</h3>
      {papers.length > 0 && (
        <ul className={classes.cells}>
          {papers.map((paper) => (
            <li key={paper.id}>
              <Cell
                paper={paper}
                added={before !== undefined && !before.includes(paper.id)}
                onOpen={() => open('view', images, { first: paper.id })}
              />
            </li>
          ))}
        </ul>
      )}
      {count === 0 && <p className={classes.second}>{t('none')}</p>}
      {count > papers.length && (
        <p className={classes.second}>{t('gone', { count: count - papers.length })}</p>
      )}
      {dialog}
    </section>
  )
}

function Cell({ paper, added, onOpen }: { paper: StoredDocument; added: boolean; onOpen: () => void }) {
  const t = useTexts(words)
  const size = useSize()
  const refusal = useRefusal()
  const [busy, setBusy] = useState(false)
  const { name, bytes, thumbnail } = paper

  async function download() {
    setBusy(true)
    try {
      await downloadDocument(paper)
    } catch (error) {
      toast('err', refusal(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <button
      type="button"
      className={classes.cell}
      aria-busy={busy || undefined}
      disabled={busy}
      onClick={thumbnail ? onOpen : () => void download()}
    >
      <span className={classes.picture}>
        {thumbnail ? (
          <img src={thumbnail} alt={t('open')} />
        ) : (
          <IconFileTypePdf size={36} stroke={1.4} aria-hidden />
        )}
        {added && (
          <span className={classes.added}>
            <Tag tone="warn">{t('added')}</Tag>
          </span>
        )}
      </span>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.second}>
        {size(bytes)}
        {!thumbnail && (
          <>
            {' · '}
            <IconDownload size={12} stroke={1.6} aria-hidden /> {t('download')}
          </>
        )}
      </span>
    </button>
  )
}
