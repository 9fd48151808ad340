import { Link } from '@tanstack/react-router'
import { number, percent } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words as divisionWords } from '../../../shared/areas/divisions/words.ts'
import { words } from '../words.ts'
import { useDevicesLink } from './links.ts'
import styles from './Panels.module.css'
import type { DivisionDevices } from './placed.ts'

/** Shows the data of the tile map as a table, most devices first. */
export function ByDivision({
  placed,
  unplaced,
}: {
  placed: readonly DivisionDevices[]
  unplaced: { devices: number; online: number }
}) {
  const t = useTexts(words)
  const division = useTexts(divisionWords)
  const link = useDevicesLink(null)
  const rows = [
    ...placed
      .toSorted((one, other) => other.devices - one.devices)
      .map(({ id, ...row }) => ({ ...row, id, name: division(id) })),
    ...(unplaced.devices ? [{ ...unplaced, id: '', name: t('unplaced') }] : []),
  ]
  return (
    <div className={styles.scrolls}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('province')}</th>
            <th scope="col">{t('devices')}</th>
            <th scope="col">{t('onlineNow')}</th>
            <th scope="col">{t('onlineShare')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, devices, online }) => (
            <tr key={id}>
              <th scope="row">
                {id && link ? (
                  <Link {...link({ area: id })} className={`finger ${styles.line}`}>
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </th>
              <td className="tabular">{number(devices)}</td>
              <td className="tabular">{number(online)}</td>
              <td className={`tabular ${styles.faint}`}>{devices ? percent(online / devices) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
