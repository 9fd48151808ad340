import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sumOf } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words } from '../words.ts'
import { ByDivision } from './ByDivision.tsx'
import { PanelOf } from './PanelOf.tsx'
import { devicesByDivision } from './placed.ts'
import { spreadOptions } from './queries.ts'
import { TileMap } from './TileMap.tsx'

/** Shows the devices by province, as a tile map or a list. Phones always show the list. */
export function MapPanel() {
  const t = useTexts(words)
  const narrow = useMediaQuery('(max-width: 34.9375rem)', false, { getInitialValueInEffect: false })
  const [list, setList] = useState(false)
  const query = useQuery(spreadOptions)
  return (
    <PanelOf
      query={query}
      title={t('spread')}
      about={(spread) => {
        const { placed } = devicesByDivision(spread)
        return t('spreadAbout', {
          areas: placed.filter((area) => area.devices > 0).length,
          count: sumOf(spread.areas, 'devices'),
        })
      }}
      actions={
        !narrow && (
          <button type="button" className="link" aria-pressed={list} onClick={() => setList(!list)}>
            {t(list ? 'viewAsMap' : 'viewAsList')}
          </button>
        )
      }
      bars={['30%', '100%', '100%', '100%', '100%', '90%', '80%', '60%']}
    >
      {(spread) => {
        const { placed, unplaced } = devicesByDivision(spread)
        return list || narrow ? (
          <ByDivision placed={placed} unplaced={unplaced} />
        ) : (
          <TileMap placed={placed} unplaced={unplaced.devices} />
        )
      }}
    </PanelOf>
  )
}
