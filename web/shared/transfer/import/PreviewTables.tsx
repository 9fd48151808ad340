import { useId } from 'react'
import type { Preview } from '../../../../contract/import.ts'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import classes from './Import.module.css'
import { words } from './words.ts'

const kinds = ['wrong', 'changed', 'created'] as const

/**
 * Tables of the first invalid, changed and new rows. They show the error of each invalid row and the changes
 * of each changed row.
 */
export function PreviewTables({ preview }: { preview: Preview }) {
  const t = useTexts(words)
  const locale = useLocale()
  const id = useId()
  return kinds
    .filter((kind) => preview.samples[kind].length > 0)
    .map((kind) => {
      const samples = preview.samples[kind]
      return (
        <div key={kind} className={classes.sample}>
          <h3 id={`${id}${kind}`}>
            {t(`sample.${kind}`)}
            {samples.length < preview[kind] && (
              <span className={classes.hint}>
                {t('sampleOf', { shown: samples.length, count: preview[kind].toLocaleString(locale) })}
              </span>
            )}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it takes the keys for that */}
          <section className={classes.scroll} tabIndex={0} aria-labelledby={`${id}${kind}`}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('row')}</th>
                  <th scope="col">{t(kind === 'wrong' ? 'fault' : 'what')}</th>
                </tr>
              </thead>
              <tbody>
                {samples.map(({ row, name, changes, fault }) => (
                  <tr key={row}>
                    <td className="tabular">{row}</td>
                    <td>
                      {fault ?? <span>{name}</span>}
                      {kind === 'changed' &&
                        changes.map(([column, before, after]) => (
                          <div key={column} className={classes.change}>
                            {t('change', { column, before: before || t('none'), after: after || t('none') })}
                          </div>
                        ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )
    })
}
