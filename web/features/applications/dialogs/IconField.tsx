import { Input } from '@mantine/core'
import { useRef } from 'react'
import { IconPhotoUp } from '#icons/page'
import { limits } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { fetchAuthorized } from '../../../lib/files.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Initial } from '../../../ui/display/Initial.tsx'
import { DropZone } from '../../../ui/fields/DropZone.tsx'
import classes from '../Applications.module.css'
import type { Fields } from '../applicationValues.ts'
import { words } from '../words.ts'

const { bytes, least } = limits.application.icon
const size = bytes / 1024 / 1024

/**
 * Field for the icon of an application. The file is uploaded as soon as the user chooses it, and becomes the
 * application's icon when the form is saved.
 */
export function IconField({ fields }: { fields: Fields }) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const { name, icon } = fields.form.getValues()
  const { error } = fields.field('icon')
  const last = useRef<File>(undefined)
  const set = (next: string | null | undefined) => fields.form.setFieldValue('icon', next)

  async function send(file: File) {
    if (file.size > bytes) return fields.show({ icon: t('iconTooLarge', { size }) })
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

  function remove() {
    last.current = undefined
    set(null)
  }

  return (
    <Input.Wrapper labelElement="div" label={t('icon')} error={error}>
      <div className={classes.icon}>
        <Initial name={name} icon={icon} size={64} square />
        <DropZone
          compact
          invalid={Boolean(error)}
          label={t(icon === undefined ? 'iconSending' : 'iconChoose')}
          over={t('iconDrop')}
          rule={t('iconRule', { least, size })}
          icon={<IconPhotoUp size={20} stroke={1.6} aria-hidden />}
          accept="image/jpeg,image/png,image/webp"
          onFiles={([file]) => file && void send(file)}
        />
      </div>
      {icon && (
        <button type="button" className="link" onClick={remove}>
          {t('iconRemove')}
        </button>
      )}
    </Input.Wrapper>
  )
}

async function sendIcon(body: File): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetchAuthorized('/api/icons', { method: 'POST', headers, body })
  return ((await response.json()) as { icon: string }).icon
}
