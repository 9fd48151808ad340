import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type Account, useAccountsChanged } from '../accounts.ts'
import { askFactorReset, confirmFactorReset, withdrawFactorReset } from '../mutations.ts'
import { words } from '../words.ts'

interface Props extends DialogProps<[Account]> {
  to: 'ask' | 'confirm' | 'withdraw'
}

const calls = { ask: askFactorReset, confirm: confirmFactorReset, withdraw: withdrawFactorReset } as const

/** Asks before a removal of an account's second factors is requested, confirmed or withdrawn. */
export default function FactorReset({ rows: [{ id, name }], to, opened, onClose }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t(`factors.${to}`)}
      question={t(`factors.${to}Text`, { name })}
      submit={t(`factors.${to}`)}
      danger={to === 'confirm'}
      refusal={refusal}
      run={async () => {
        await request(calls[to], { operatorId: id })
        onClose()
        toast('ok', t(`factors.${to}Done`, { name }))
        await changed()
      }}
    />
  )
}
