import { IconDeviceMobileCode, IconFingerprint, IconLifebuoy } from '#icons'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Tag } from '../../../ui/feedback/StatusText.tsx'
import { RowMenu } from '../../../ui/layout/RowMenu.tsx'
import classes from '../Account.module.css'
import type { Account } from '../account.ts'
import type { useAccountDialogs } from '../dialogs.ts'
import { RemovalNotice } from './RemovalNotice.tsx'
import { words } from './words.ts'

interface Props {
  account: Account
  open: ReturnType<typeof useAccountDialogs>['open']
}

/** Shows the second factors of the account and its recovery codes. */
export function FactorRows({ account, open }: Props) {
  const t = useTexts(words)
  const { factors, recoveryCodes } = account
  return (
    <>
      <RemovalNotice account={account} />
      <ul className={classes.rows}>
        {factors.map((factor) => (
          <Row key={factor.id} factor={factor} last={factors.length === 1} open={open} />
        ))}
        <li className={classes.row}>
          <span className={classes.tile} aria-hidden="true">
            <IconLifebuoy size={16} stroke={1.6} />
          </span>
          <div className={classes.rowText}>
            <div>{t('recoveryCodes')}</div>
            <div className={classes.second}>{t('codesLeft', { count: recoveryCodes })}</div>
          </div>
          {recoveryCodes < 3 && <Tag tone="warn">{t('fewCodes')}</Tag>}
          <button type="button" className="link" onClick={() => open('recoveryCodes')}>
            {t('newCodes')}
          </button>
        </li>
      </ul>
    </>
  )
}

interface RowProps extends Pick<Props, 'open'> {
  factor: Account['factors'][number]
  last: boolean
}

function Row({ factor, last, open }: RowProps) {
  const t = useTexts(words)
  const times = useTimes()
  const { kind, name, lastUsedDateTime } = factor
  const Icon = kind === 'PASSKEY' ? IconFingerprint : IconDeviceMobileCode
  return (
    <li className={classes.row}>
      <span className={classes.tile} aria-hidden="true">
        <Icon size={16} stroke={1.6} />
      </span>
      <div className={classes.rowText}>
        <div className={classes.factorName}>{name}</div>
        <div className={`tabular ${classes.second}`}>
          {[
            t(kind === 'PASSKEY' ? 'passkey' : 'totp'),
            lastUsedDateTime ? t('used', { time: times.recent(lastUsedDateTime) }) : t('unused'),
          ].join(' · ')}
        </div>
      </div>
      <RowMenu name={name}>
        {(Menu) => (
          <>
            <Menu.Item onClick={() => open('renameFactor', [factor])}>{t('rename')}</Menu.Item>
            <Menu.Item data-danger onClick={() => open('removeFactor', [factor], { last })}>
              {t('remove')}
            </Menu.Item>
          </>
        )}
      </RowMenu>
    </li>
  )
}
