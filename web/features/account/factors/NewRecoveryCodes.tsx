import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useAccountChanged } from '../account.ts'
import { createRecoveryCodes } from './mutations.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { words } from './words.ts'

/** Asks for confirmation and creates new recovery codes, which invalidates the previous ones. */
export default function NewRecoveryCodes({ opened, onClose }: DialogProps) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountChanged()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} opened={opened} onClose={onClose} />
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('newCodesTitle')}
      question={t('newCodesText')}
      submit={t('newCodes')}
      refusal={refusal}
      run={async () => {
        setCodes((await request(createRecoveryCodes)).createRecoveryCodes.codes)
        await changed()
      }}
    />
  )
}
