import { Link } from '@tanstack/react-router'
import { useTexts } from '../../lib/texts.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Timeline, type TimelineProps } from './Timeline.tsx'
import { words } from './words.ts'

interface AuditPanelProps extends TimelineProps {
  /** The page that contains the full audit log. `search` sets its filter. */
  to?: '/all-management/record' | '/organizational-management/record'
  search?: { target: string }
}

/** Panel with the latest audit events, and a link to the full audit log. */
export function AuditPanel({ to, search, ...timeline }: AuditPanelProps) {
  const t = useTexts(words)
  return (
    <Panel
      title={t('timeline')}
      actions={
        to && (
          <Link to={to} search={search} className="link">
            {t('all')}
          </Link>
        )
      }
    >
      <Timeline {...timeline} />
    </Panel>
  )
}
