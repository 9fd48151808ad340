import { IconFileText, IconShieldCheck } from '#icons'
import { presentTerms } from '../../../lib/config.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from '../Account.module.css'
import type { Account } from '../account.ts'
import { DataExportRow } from './DataExportRow.tsx'
import { words } from './words.ts'

/** Shows the accepted terms with dates, and the export of the user's own data. */
export function PrivacyPanel({ account }: { account: Account }) {
  const t = useTexts(words)
  const latest = (['TERMS', 'PRIVACY'] as const).flatMap(
    (document) => account.agreements.find((each) => each.document === document) ?? [],
  )
  return (
    <Panel title={t('title')} padded={false}>
      <ul className={classes.rows}>
        {latest.map((agreement) => (
          <AgreementRow key={agreement.document} agreement={agreement} />
        ))}
        <DataExportRow />
      </ul>
    </Panel>
  )
}

function AgreementRow({ agreement }: { agreement: Account['agreements'][number] }) {
  const t = useTexts(words)
  const times = useTimes()
  const { document, version, dateTime } = agreement
  const { termsUrl, privacyUrl } = presentTerms()
  const terms = document === 'TERMS'
  const name = t(terms ? 'terms' : 'privacy')
  const Icon = terms ? IconFileText : IconShieldCheck
  return (
    <li className={classes.row}>
      <span className={classes.tile} aria-hidden="true">
        <Icon size={16} stroke={1.6} />
      </span>
      <div className={classes.rowText}>
        <div>{name}</div>
        <div className={`tabular ${classes.second}`}>
          {t('agreed', { version, time: times.dateTime(dateTime) })}
        </div>
      </div>
      <a
        className="link"
        href={(terms ? termsUrl : privacyUrl) ?? (terms ? '/terms' : '/privacy')}
        target="_blank"
        rel="noopener"
        aria-label={t('readOne', { name })}
      >
        {t('read')}
      </a>
    </li>
  )
}
