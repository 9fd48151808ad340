import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type Account, useAccountChanged } from '../account.ts'
import classes from './Factors.module.css'
import { withdrawFactorReset } from './mutations.ts'
import { words } from './words.ts'

/**
 * Warns that an administrator has requested the removal of all second factors. The user can cancel the
 * request.
 */
export function RemovalNotice({ account: { id, factorRemoval } }: { account: Account }) {
  const t = useTexts(words)
  const times = useTimes()
  const changed = useAccountChanged()
  const keeping = useMutation({
    mutationFn: () => request(withdrawFactorReset, { operatorId: id }),
    onSuccess: () => toast('ok', t('kept')),
    onError: (error) => toast('err', error.message),
    onSettled: changed,
  })
  if (!factorRemoval) return null
  return (
    <div className={classes.removal}>
      <Notice
        tone="warn"
        role="status"
        action={
          <button
            type="button"
            className="link"
            disabled={keeping.isPending}
            onClick={() => keeping.mutate()}
          >
            {t('keep')}
          </button>
        }
      >
        {t('removal', { time: times.dateTime(factorRemoval) })}
      </Notice>
    </div>
  )
}
