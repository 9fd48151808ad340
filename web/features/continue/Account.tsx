import { useTexts } from '../../lib/texts.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { shownPhone } from '../../ui/fields/digits.ts'
import classes from './Continue.module.css'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

/** Shows the signed-in account. `onOther` adds a link with which the user can switch to another account. */
export function Account({
  account,
  onOther,
}: Partial<Pick<StepProps, 'onOther'>> & Pick<StepProps['continuation'], 'account'>) {
  const t = useTexts(words)
  return (
    <div className={classes.box}>
      <Initial name={account.name} size={24} own />
      <span className={classes.who}>
        <b>{account.name}</b> <span>{shownPhone(account.mobilePhone) ?? account.username}</span>
      </span>
      {onOther && (
        <button type="button" className="link" onClick={onOther}>
          {t('otherAccount')}
        </button>
      )}
    </div>
  )
}
