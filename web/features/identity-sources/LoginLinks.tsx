import { useTexts } from '../../lib/texts.ts'
import { useCopy } from '../../ui/display/clipboard.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Sources.module.css'
import type { Source } from './sources.ts'
import { words } from './words.ts'

/** Links that open the sign-in method of an organization directly. */
export function LoginLinks({ sources }: { sources: readonly Source[] }) {
  const t = useTexts(words)
  const copy = useCopy()
  const rows = sources.flatMap((source) =>
    source.enabled ? (source.settings?.tenants ?? []).map((tenant) => ({ tenant, source })) : [],
  )
  if (!rows.length) return null
  return (
    <Panel title={t('links')} padded={false} className={classes.links ?? ''}>
      <p className={classes.linksText}>{t('linksText')}</p>
      <table className={classes.table} aria-label={t('links')}>
        <thead>
          <tr>
            <th scope="col">{t('organization')}</th>
            <th scope="col">{t('address')}</th>
            <th scope="col">{t('method')}</th>
            <th scope="col" className={classes.right}>
              {t('actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ tenant, source: { id, name, loginUrl } }) => (
            <tr key={`${tenant.id} ${id}`} className={classes.row}>
              <td>{tenant.name}</td>
              <td>
                <code className={classes.address}>{loginUrl.replace(/^https?:\/\//, '')}</code>
              </td>
              <td data-label={t('method')}>{name}</td>
              <td className={classes.right}>
                <button
                  type="button"
                  className="link"
                  aria-label={t('copyOf', { name: tenant.name })}
                  onClick={() => void copy(loginUrl)}
                >
                  {t('copy')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
