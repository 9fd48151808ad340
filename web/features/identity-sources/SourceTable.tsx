import { type ReactNode, useState } from 'react'
import { IconKey } from '#icons'
import { IconMessage } from '#icons/page'
import { useTexts } from '../../lib/texts.ts'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { OpenDialog } from './dialogs/dialogs.ts'
import { SourceRow } from './SourceRow.tsx'
import classes from './Sources.module.css'
import type { Source } from './sources.ts'
import { useOrder } from './useOrder.tsx'
import { words } from './words.ts'

/** Table of all ways to sign in. The order of the identity sources can be changed. */
export function SourceTable({ sources, open }: { sources: readonly Source[]; open: OpenDialog }) {
  const t = useTexts(words)
  const { move, announcement } = useOrder(sources)
  const [dragged, setDragged] = useState<Source>()
  return (
    <Panel padded={false}>
      <table className={classes.table} aria-label={t('list')}>
        <thead>
          <tr>
            <td className={classes.gripCell} />
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('scope')}</th>
            <th scope="col">{t('firstSignIn')}</th>
            <th scope="col" className={classes.number}>
              {t('signIns')}
            </th>
            <th scope="col">{t('state')}</th>
            <th scope="col" className={classes.right}>
              {t('actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          <BuiltIn
            icon={<IconKey size={18} stroke={1.6} />}
            name={t('password')}
            text={t('passwordText')}
            first="—"
          />
          <BuiltIn
            icon={<IconMessage size={18} stroke={1.6} />}
            name={t('code')}
            text={t('builtIn')}
            first={t('register')}
          />
          {sources.map((source, index) => (
            <SourceRow
              key={source.id}
              source={source}
              index={index}
              last={index === sources.length - 1}
              open={open}
              dragged={dragged?.id === source.id}
              onMove={(position) => move(source, position)}
              onDrag={(dragging) => setDragged(dragging ? source : undefined)}
              onDrop={() => {
                if (dragged) move(dragged, index)
                setDragged(undefined)
              }}
            />
          ))}
        </tbody>
      </table>
      <p className={classes.foot}>{t(sources.length ? 'orderText' : 'emptyText')}</p>
      <p className={classes.announcement} role="status">
        {announcement}
      </p>
    </Panel>
  )
}

function BuiltIn({
  icon,
  name,
  text,
  first,
}: {
  icon: ReactNode
  name: string
  text: string
  first: string
}) {
  const t = useTexts(words)
  return (
    <tr>
      <td className={classes.gripCell} />
      <td>
        <div className={classes.method}>
          <span className={classes.tile} aria-hidden="true">
            {icon}
          </span>
          <div className={classes.names}>
            <div>{name}</div>
            <div className={classes.second}>{text}</div>
          </div>
        </div>
      </td>
      <td data-label={t('scope')}>{t('everyone')}</td>
      <td data-label={t('firstSignIn')} className={classes.dim}>
        {first}
      </td>
      <td data-label={t('signIns')} className={classes.number}>
        —
      </td>
      <td data-label={t('state')}>
        <StatusText tone="ok">{t('state.enabled')}</StatusText>
      </td>
      <td />
    </tr>
  )
}
