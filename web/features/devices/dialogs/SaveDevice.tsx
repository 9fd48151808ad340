import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { deviceOptions } from '../device.ts'
import type { DeviceRow } from '../devices.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'
import { SaveForm } from './SaveForm.tsx'

const idle = { formProps: {}, pending: false, problem: undefined, form: { isDirty: () => false } }

/** Registers a device, or loads an existing device and edits it. */
export default function SaveDevice({ rows: [row], ...props }: DialogProps<[DeviceRow?]>) {
  const t = useTexts(words)
  const id = row?.id
  const { data, error, isFetchedAfterMount } = useQuery({
    ...deviceOptions(id ?? ''),
    enabled: id !== undefined,
    refetchOnMount: 'always',
  })
  if (id === undefined) return <SaveForm {...props} device={undefined} />
  if (data && isFetchedAfterMount) return <SaveForm {...props} device={data} />
  const missing = error?.message ?? (data === null ? t('detail.gone') : undefined)
  return (
    <FormDialog {...props} title={t('save.editTitle')} fields={idle} submit={t('save')} submitDisabled>
      {missing ? (
        <Notice tone="err" title={t('save.failed')}>
          {missing}
        </Notice>
      ) : (
        <div className={classes.loading} aria-busy="true">
          {[80, 56, 64, 72, 80].map((width, index) => (
            <div key={index} className={classes.loading}>
              <Bar width={width} />
              <Bar height={32} />
            </div>
          ))}
        </div>
      )}
    </FormDialog>
  )
}
