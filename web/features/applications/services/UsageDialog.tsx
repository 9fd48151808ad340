import { useTexts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import applications from '../Applications.module.css'
import { ErrorsPanel } from '../usage/ErrorsPanel.tsx'
import { SignInsPanel } from '../usage/SignInsPanel.tsx'
import { useChosenDay } from '../usage/usage.ts'
import type { ServiceAccount } from './serviceAccounts.ts'
import { words } from './words.ts'

/** Shows the usage of a service account: tokens issued and errors. */
export default function UsageDialog({ rows: [account], opened, onClose }: DialogProps<[ServiceAccount]>) {
  const t = useTexts(words)
  const { id, name } = account
  const chosen = useChosenDay(id)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('usageTitle', { name })} size={760}>
      <div className={applications.column}>
        <SignInsPanel application={{ id, kind: 'SERVICE' }} chosen={chosen} />
        <ErrorsPanel id={id} chosen={chosen} />
      </div>
    </Dialog>
  )
}
