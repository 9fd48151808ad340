import { type ReactNode, useMemo } from 'react'
import { summaryOf, tenantOf } from '../../../contract/audit/event-texts.ts'
import { useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import type { EventDescription } from '../../shared/audit/describe.ts'
import type { EventRow } from '../../shared/audit/events.ts'
import { words as auditWords } from '../../shared/audit/words.ts'
import type { Column } from '../../shared/list/columns/column.ts'
import { unbroken } from '../../ui/display/unbroken.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { usePhone } from '../../ui/layout/usePhone.ts'
import styles from './AuditPage.module.css'
import type { Scope } from './audit.ts'
import { words } from './words.ts'

export function useAuditColumns(
  scope: Scope,
  describe: (event: EventRow) => EventDescription,
  open: (event: EventRow) => void,
): readonly Column<EventRow>[] {
  const t = useTexts(words)
  const audit = useTexts(auditWords)
  const phone = usePhone()
  return useMemo(() => {
    const columns: Column<EventRow>[] = [
      {
        key: 'action',
        label: t('action'),
        bar: 120,
        max: 240,
        card: 'title',
        cell: (event) => <ActionCell event={event} described={describe(event)} phone={phone} open={open} />,
      },
      {
        key: 'actor',
        label: t('actor'),
        bar: 80,
        max: 160,
        card: 'state',
        cell: (event) => describe(event).actor,
      },
      {
        key: 'target',
        label: t('target'),
        bar: 110,
        max: 200,
        cell: (event) => inLines(describe(event).target),
      },
      {
        key: 'changes',
        label: t('changes'),
        bar: 180,
        max: 280,
        cell: (event) => {
          const summary = summaryOf(audit, describe(event).changes)
          return summary && <Opener open={() => open(event)}>{inLines(summary)}</Opener>
        },
      },
      {
        key: 'tenant',
        label: t('tenant'),
        bar: 110,
        max: 180,
        optional: scope !== 'own',
        wide: true,
        // If the target is the organization itself, the target column already shows it.
        cell: (event) => (event.tenantId === event.targetId ? null : inLines(tenantOf(event))),
      },
      {
        key: 'time',
        label: t('time'),
        bar: 96,
        card: 'end',
        cell: ({ dateTime }) => <TimeText className="tabular" at={dateTime} as="recent" />,
      },
      {
        key: 'ip',
        label: 'IP',
        bar: 96,
        cell: ({ ip }) => ip && <span className="tabular">{ip}</span>,
      },
    ]
    return scope === 'tenant' ? columns.filter(({ key }) => key !== 'tenant') : columns
  }, [t, audit, describe, open, scope, phone])
}

interface ActionCellProps {
  event: EventRow
  described: EventDescription
  phone: boolean
  open: (event: EventRow) => void
}

function ActionCell({ event, described: { action, target, changes }, phone, open }: ActionCellProps) {
  const audit = useTexts(auditWords)
  const under = [target, summaryOf(audit, changes)].filter(Boolean).join(' · ')
  return (
    <>
      <span className={styles.action}>
        <button
          type="button"
          className={`link ${styles.open}`}
          aria-haspopup="dialog"
          onClick={() => open(event)}
        >
          {action}
        </button>
        {!event.success && <Tag tone="err">{audit('refused')}</Tag>}
      </span>
      {phone && under && (
        <Opener open={() => open(event)}>
          <span className={styles.under}>{unbroken(under)}</span>
        </Opener>
      )}
    </>
  )
}

/**
 * A shortened text that opens the entry's dialog when clicked. It is not in the tab order, because keyboard
 * users can open the dialog with the button in the action column.
 */
const Opener = ({ open, children }: { open: () => void; children: ReactNode }) => (
  <button type="button" className={styles.changes} tabIndex={-1} aria-haspopup="dialog" onClick={open}>
    {children}
  </button>
)

const inLines = (text: string | null) =>
  text && (
    <span data-lines title={text}>
      {unbroken(text)}
    </span>
  )
