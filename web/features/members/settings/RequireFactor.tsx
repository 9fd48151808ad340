import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { requireFactor } from '../mutations.ts'
import { type Tenant, useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

/** Asks before a second factor becomes required or optional for members. */
export default function RequireFactor({
  rows: [{ id, factorRequired, statistics }],
  opened,
  onClose,
}: DialogProps<[Tenant]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantChanged()
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t(factorRequired ? 'factor.end' : 'factor.begin')}
      question={t(factorRequired ? 'factor.endText' : 'factor.beginText', {
        count: statistics.operatorCount,
      })}
      submit={t(factorRequired ? 'factor.end' : 'factor.begin')}
      refusal={refusal}
      run={async () => {
        await request(requireFactor, { id, required: !factorRequired })
        onClose()
        toast('ok', t(factorRequired ? 'factor.ended' : 'factor.begun'))
        await changed()
      }}
    />
  )
}
