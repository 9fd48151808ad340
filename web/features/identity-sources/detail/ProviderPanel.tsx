import type { IdentitySourceKind } from '../../../../contract/identity-sources.ts'
import { knownConfig } from '../../../lib/config.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { words as listWords } from '../words.ts'
import classes from './Detail.module.css'
import { words } from './words.ts'

interface Props {
  kind: IdentitySourceKind
  /** Undefined for a new source. Its redirect URI is derived from its key. */
  redirectUri: string | undefined
  sourceKey: string
}

/** The values to enter at the provider, and the permissions that the application needs there. */
export function ProviderPanel({ kind, redirectUri, sourceKey }: Props) {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const realm = knownConfig()?.realm
  const expected = sourceKey && realm && `${location.origin}/realms/${realm}/broker/${sourceKey}/endpoint`
  const uri = redirectUri ?? expected
  return (
    <Panel title={t('atProvider', { kind: kind === 'OIDC' ? t('at.OIDC') : list(`kind.${kind}`) })}>
      <div className={classes.values}>
        {uri && <Value label={t('redirectUri')} value={uri} />}
        {uri && kind === 'WECOM' && <Value label={t('domain')} value={new URL(uri).host} />}
        <div>
          <div className={classes.label}>{t('needed')}</div>
          <p className={classes.panelText}>{t(`need.${kind}`)}</p>
        </div>
      </div>
    </Panel>
  )
}

function Value({ label, value }: { label: string; value: string }) {
  const t = useTexts(words)
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.value}>
        <code>
          {value.split(/(?<=\/)/).map((part, index) => (
            <span key={index}>
              {part}
              <wbr />
            </span>
          ))}
        </code>
        <CopyButton inline label={t('copy', { what: label })} text={value} />
      </div>
    </div>
  )
}
