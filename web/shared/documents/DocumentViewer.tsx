import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconMaximize,
  IconZoomIn,
  IconZoomOut,
} from '#icons'
import { required } from '../../../contract/required.ts'
import { save } from '../../lib/files.ts'
import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { usePhone } from '../../ui/layout/usePhone.ts'
import classes from './DocumentViewer.module.css'
import { fetchDocument } from './documentCalls.ts'
import type { StoredDocument } from './useDocuments.ts'
import { words } from './words.ts'

interface DocumentViewerProps extends DialogProps<readonly StoredDocument[]> {
  /** Id of the document that is shown first. */
  first: string
}

/** Zoom factors. 1 fits the image into the window. */
const zooms = [1, 1.5, 2, 3, 4, 6]

/**
 * Returns the next larger and the next smaller zoom factor. At the end of the range, one of them is
 * undefined.
 */
const around = (zoom: number) => ({
  larger: zooms.find((each) => each > zoom),
  smaller: zooms.findLast((each) => each < zoom),
})

/** Viewer for the images among the documents, with paging and zoom. */
export default function DocumentViewer({ rows: papers, first, opened, onClose }: DocumentViewerProps) {
  const t = useTexts(words)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      papers.findIndex(({ id }) => id === first),
    ),
  )
  const [zoom, setZoom] = useState(1)
  const paper = required(papers[at], 'item of papers')
  const query = useQuery({
    queryKey: ['paper', paper.id],
    queryFn: ({ signal }) => fetchDocument(paper.id, signal),
    // A stored document never changes, so it is never refetched. It is removed from the cache one minute
    // after the viewer has closed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const url = useUrl(query.data)

  function go(to: number) {
    if (!papers[to]) return
    setAt(to)
    setZoom(1)
  }
  const { larger, smaller } = around(zoom)
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    '+': () => setZoom(larger ?? zoom),
    '=': () => setZoom(larger ?? zoom),
    '-': () => setZoom(smaller ?? zoom),
    '0': () => setZoom(1),
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key]
    // While the image is enlarged, the arrow keys scroll it, so they must not open another document.
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.startsWith('Arrow') && zoom > 1) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!opened) return
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [opened])

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={
        <span className={classes.title} title={paper.name}>
          {paper.name}
        </span>
      }
      size="min(1200px, 96vw)"
      classNames={{ content: classes.content, body: classes.body, title: classes.heading }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it takes the keys for that */}
      <section className={classes.stage} tabIndex={0} aria-label={paper.name}>
        {url ? (
          <img
            src={url}
            alt={paper.name}
            className={classes.image}
            style={{ '--zoom': zoom } as React.CSSProperties}
            data-large={zoom > 1 || undefined}
          />
        ) : query.error && !query.isFetching ? (
          <LoadError title={t('notShown')} query={query} />
        ) : (
          <div className={classes.waiting} aria-busy="true">
            <Bar height={240} />
          </div>
        )}
      </section>
      <div className={classes.foot}>
        <Move label={t('previous')} run={at > 0 && (() => go(at - 1))}>
          <IconChevronLeft size={16} stroke={1.6} />
        </Move>
        <span className="tabular" role="status">
          {t('place', { place: at + 1, count: papers.length })}
        </span>
        <Move label={t('next')} run={at < papers.length - 1 && (() => go(at + 1))}>
          <IconChevronRight size={16} stroke={1.6} />
        </Move>
        <span className={classes.apart} />
        <Zoom zoom={zoom} onZoom={setZoom} />
        <span className={classes.apart} />
        <Download run={query.data && (() => save(query.data, paper.name))} />
      </div>
    </Dialog>
  )
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const t = useTexts(words)
  const { larger, smaller } = around(zoom)
  return (
    <>
      <Move label={t('smaller')} run={smaller !== undefined && (() => onZoom(smaller))}>
        <IconZoomOut size={16} stroke={1.6} />
      </Move>
      <span className={`tabular ${classes.zoom}`} role="status">
        {t('zoom', { percent: zoom * 100 })}
      </span>
      <Move label={t('larger')} run={larger !== undefined && (() => onZoom(larger))}>
        <IconZoomIn size={16} stroke={1.6} />
      </Move>
      <Move label={t('fit')} run={zoom > 1 && (() => onZoom(1))}>
        <IconMaximize size={16} stroke={1.6} />
      </Move>
    </>
  )
}

function Download({ run }: { run: (() => void) | undefined }) {
  const t = useTexts(words)
  const phone = usePhone()
  return phone ? (
    <Move label={t('download')} run={run}>
      <IconDownload size={16} stroke={1.6} />
    </Move>
  ) : (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      disabled={!run}
      onClick={run}
    >
      {t('download')}
    </Button>
  )
}

function Move({
  label,
  run,
  children,
}: {
  label: string
  run: false | undefined | (() => void)
  children: ReactNode
}) {
  return (
    <ActionIcon variant="default" aria-label={label} title={label} disabled={!run} onClick={run || undefined}>
      {children}
    </ActionIcon>
  )
}

/** Returns an object URL for the content, and revokes the URL on unmount. */
function useUrl(content: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!content) return
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [content])
  return url
}
