import { Button, FileButton } from '@mantine/core'
import { useRef } from 'react'
import type { IdentitySourceKind } from '../../../../contract/identity-sources.ts'
import { limits } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { fetchAuthorized } from '../../../lib/files.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SourceTile } from '../../../shared/identity-sources/SourceIcon.tsx'
import classes from './Detail.module.css'
import type { Fields } from './sourceValues.ts'
import { words } from './words.ts'

const { bytes } = limits.application.icon

/** Field for the icon. It is uploaded when the user chooses it, and assigned when the form is saved. */
export function SourceIconField({ fields, kind }: { fields: Fields; kind: IdentitySourceKind }) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const { icon } = fields.form.values
  const { error } = fields.field('icon')
  const last = useRef<File>(undefined)
  const set = (next: string | null | undefined) => fields.form.setFieldValue('icon', next)

  async function send(file: File | null) {
    if (!file) return
    if (file.size > bytes) return fields.show({ icon: t('iconTooLarge', { size: bytes / 1024 / 1024 }) })
    last.current = file
    set(undefined)
    try {
      const uploaded = await sendIcon(file)
      if (last.current === file) set(uploaded)
    } catch (fault) {
      if (last.current !== file) return
      set(icon)
      const { fields: wrong, message } = refusal(fault)
      fields.show({ icon: wrong?.file ?? message })
    }
  }

  return (
    <div>
      <div className={classes.label}>{t('icon')}</div>
      <div className={classes.icon}>
        <SourceTile source={{ kind, icon: icon ?? null }} />
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={icon === undefined}>
              {t('iconChoose')}
            </Button>
          )}
        </FileButton>
        {icon && (
          <button type="button" className="link" onClick={() => set(null)}>
            {t('iconRemove')}
          </button>
        )}
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

async function sendIcon(body: File): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetchAuthorized('/api/icons', { method: 'POST', headers, body })
  return ((await response.json()) as { icon: string }).icon
}
