import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type Account, useAccountChanged } from '../account.ts'
import { deleteFactor } from './mutations.ts'
import { words } from './words.ts'

interface Props extends DialogProps<[Account['factors'][number]]> {
  /** The account will have no second factor left. */
  last: boolean
}

/** Asks before a factor is removed. */
export default function RemoveFactor({ rows: [{ id, name }], last, opened, onClose }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountChanged()
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('removeTitle')}
      question={t('removeText', { name })}
      submit={t('remove')}
      danger
      refusal={refusal}
      run={async () => {
        await request(deleteFactor, { id })
        onClose()
        toast('ok', t('removed', { name }))
        await changed()
      }}
    >
      {last && <Notice tone="warn">{t('removeLast')}</Notice>}
    </Confirm>
  )
}
