import { type ReactNode, useMemo } from 'react'
import { summaryOf, tenantOf } from '../../../contract/audit/say.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import type { Described } from '../../shared/audit/describe.ts'
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
  describe: (event: EventRow) => Described,
  open: (event: EventRow) => void,
): readonly Column<EventRow>[] {
  const t = useTexts(words)
  const audit = useTexts(auditWords)
  const times = useTimes()
  const phone = usePhone()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats follow the language, as `describe` does
  return useMemo(() => {
    // A click shows the full text. Keyboard users reach it through the row action.
    const changed = (event: EventRow, text: string, lines: ReactNode) =>
      text && (
        <button
          type="button"
          className={styles.changes}
          tabIndex={-1}
          aria-haspopup="dialog"
          onClick={() => open(event)}
        >
          {lines}
        </button>
      )
    const columns: Column<EventRow>[] = [
      {
        key: 'action',
        label: t('action'),
        bar: 120,
        max: 240,
        card: 'title',
        cell: (event) => {
          const { action, target, changes } = describe(event)
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
              {phone && changed(event, under, <span className={styles.under}>{unbroken(under)}</span>)}
            </>
          )
        },
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
          return changed(event, summary, inLines(summary))
        },
      },
      {
        key: 'tenant',
        label: t('tenant'),
        bar: 110,
        max: 180,
        optional: scope !== 'own',
        wide: true,
        // If the organization is the target, the target column already shows it.
        cell: (event) => (event.tenantId === event.targetId ? null : inLines(tenantOf(event))),
      },
      {
        key: 'time',
        label: t('time'),
        bar: 96,
        card: 'end',
        cell: ({ dateTime }) => (
          <time className="tabular" dateTime={dateTime} title={times.exact(dateTime)}>
            {times.recent(dateTime)}
          </time>
        ),
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

const inLines = (text: string | null) =>
  text && (
    <span data-lines title={text}>
      {unbroken(text)}
    </span>
  )
