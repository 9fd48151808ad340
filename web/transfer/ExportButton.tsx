import { Button, Menu } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { ApiError } from '../lib/errors.ts'
import { download, viewerTimeZone } from '../lib/files.ts'
import { useLocale, useTexts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import styles from './Buttons.module.css'
import { words } from './words.ts'

interface ExportButtonProps {
  /** Of these rows alone, whose number is said; their list may be narrowed by `variables` only as the viewer has to. */
  chosen?: { ids: readonly string[]; unit: string } | undefined
  list: 'operators' | 'tenants' | 'members' | 'devices' | 'events'
  /** Arguments of the list's field of Query as the page asks it now; paging among them does not matter. */
  variables: Readonly<Record<string, unknown>>
}

const formats = ['xlsx', 'csv'] as const

/** In a list's bar: every row that the filters leave, as a file; or, beside what is done with chosen rows, these. */
export function ExportButton({ list, variables, chosen }: ExportButtonProps) {
  const t = useTexts(words)
  const number = new Intl.NumberFormat(useLocale())
  const [pending, setPending] = useState(false)

  async function save(format: (typeof formats)[number]) {
    setPending(true)
    try {
      const filter = Object.fromEntries(
        Object.entries(variables).filter(([, value]) => value !== undefined && value !== null),
      )
      await download(`/api/export/${list}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          variables: filter,
          ids: chosen?.ids,
          format,
          timeZone: viewerTimeZone(),
        }),
      })
      toast('ok', t('done'))
    } catch (error) {
      // A file that breaks off is no file: nothing of it is saved.
      toast('err', error instanceof ApiError ? error.message : t('broken'))
    } finally {
      setPending(false)
    }
  }

  const label = chosen
    ? t('chosen', { count: number.format(chosen.ids.length), unit: chosen.unit })
    : t('title')
  return (
    <Menu position="bottom-start" width={140} keepMounted={false}>
      <Menu.Target>
        <Button
          variant="default"
          loading={pending}
          className={chosen ? '' : styles.button!}
          aria-label={label}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
