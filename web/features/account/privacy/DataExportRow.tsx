import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconDownload } from '#icons'
import { ApiError } from '../../../lib/errors.ts'
import { download, viewerTimeZone } from '../../../lib/files.ts'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Tag } from '../../../ui/feedback/StatusText.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { MenuButton } from '../../../ui/layout/MenuButton.tsx'
import classes from '../Account.module.css'
import { words } from './words.ts'

const exportQuery = graphql(`
  query Auth {
    auth { dataExport { id status format createDateTime expireDateTime } }
  }
`)

const requestDataExport = graphql(`
  mutation RequestDataExport($format: DataExportFormat!, $timeZone: String) {
    requestDataExport(format: $format, timeZone: $timeZone) { id }
  }
`)

type DataExport = NonNullable<ResultOf<typeof exportQuery>['auth']['dataExport']>

/** Polling interval in milliseconds while the file is being created. */
const soon = 3_000

const exportOptions = queryOptions({
  queryKey: ['dataExport'],
  queryFn: async ({ signal }) => (await request(exportQuery, {}, signal)).auth.dataExport,
  refetchInterval: ({ state }) => (state.data?.status === 'WAITING' ? soon : false),
})

/** Lets the user request an export of their own data, wait for it, and download it once. */
export function DataExportRow() {
  const t = useTexts(words)
  const times = useTimes()
  const query = useQuery(exportOptions)
  const { data, isPending, isError } = query

  const statusText = () => {
    if (isPending) return t('export.loading')
    if (isError) return t('export.loadFailed')
    if (!data) return t('export.none')
    const { status, createDateTime, expireDateTime } = data
    return t(`export.${status}`, {
      time: times.recent(createDateTime),
      until: times.recent(expireDateTime),
    })
  }

  return (
    <li className={classes.row} aria-busy={isPending}>
      <span className={classes.tile} aria-hidden="true">
        <IconDownload size={16} stroke={1.6} />
      </span>
      <div className={classes.rowText}>
        <div>{t('export.title')}</div>
        <div className={classes.second} role="status">
          {statusText()}
        </div>
      </div>
      {isError ? (
        <button type="button" className="link" onClick={() => void query.refetch()}>
          {t('export.retry')}
        </button>
      ) : data?.status === 'WAITING' ? (
        <Tag tone="info">{t('export.making')}</Tag>
      ) : data?.status === 'READY' ? (
        <Fetch file={data} />
      ) : (
        !isPending && <Ask />
      )}
    </li>
  )
}

const formats = ['XLSX', 'JSON'] as const

function Ask() {
  const t = useTexts(words)
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: (format: (typeof formats)[number]) =>
      request(requestDataExport, { format, timeZone: viewerTimeZone() }),
    onError: (error) => toast('err', error.message),
    onSettled: () => client.invalidateQueries(exportOptions),
  })
  return (
    <MenuButton
      width={180}
      button={{
        className: 'link',
        'aria-label': t('export.askLabel'),
        disabled: asking.isPending,
        children: t('export.ask'),
      }}
    >
      {(Menu) =>
        formats.map((format) => (
          <Menu.Item key={format} onClick={() => asking.mutate(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))
      }
    </MenuButton>
  )
}

function Fetch({ file: { id } }: { file: DataExport }) {
  const t = useTexts(words)
  const client = useQueryClient()
  const [pending, setPending] = useState(false)

  async function fetchFile() {
    setPending(true)
    try {
      await download(`/api/data-export/${id}`, { method: 'POST' })
      toast('ok', t('export.fetched'))
    } catch (error) {
      // An interrupted download saves no file and does not count as the single download, so the user can
      // start it again.
      toast('err', error instanceof ApiError ? error.message : t('export.broken'))
    } finally {
      setPending(false)
      await client.invalidateQueries(exportOptions)
    }
  }

  return (
    <Button size="xs" loading={pending} onClick={() => void fetchFile()}>
      {t('export.fetch')}
    </Button>
  )
}
