import type { ReactNode } from 'react'
import { tenantOf, word } from '../../../contract/audit/event-texts.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { Changes } from '../../shared/audit/Changes.tsx'
import { useDescribe } from '../../shared/audit/describe.ts'
import type { EventRow } from '../../shared/audit/events.ts'
import { words as auditWords } from '../../shared/audit/words.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import type { DialogState } from '../../ui/dialogs/lazyDialogs.tsx'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import { Fact, Facts } from '../../ui/layout/Facts.tsx'
import styles from './AuditPage.module.css'
import type { Scope } from './audit.ts'
import { words } from './words.ts'

interface EventDialogProps extends DialogState {
  event: EventRow
  scope: Scope
  onNarrow: (filters: { actor?: string; target?: string }) => void
}

/**
 * Shows the details of an audit log entry: the changed fields with their old and new values, and links that
 * filter the list by values of the entry.
 */
export function EventDialog({ event, scope, opened, onClose, onNarrow }: EventDialogProps) {
  const t = useTexts(words)
  const audit = useTexts(auditWords)
  const times = useTimes()
  const { action, actor, target, changes } = useDescribe()(event)
  const tenant = tenantOf(event)
  const actorId = scope === 'own' ? undefined : event.actor?.id
  const targetId = scope === 'own' ? null : event.targetId

  return (
    <Dialog opened={opened} onClose={onClose} title={action} size={520}>
      <Facts>
        <Fact label={t('result')}>
          <StatusText tone={event.success ? 'ok' : 'err'}>{t(`result.${event.success}`)}</StatusText>
        </Fact>
        <Fact label={t('actor')}>
          {actor}
          {actorId && <Narrow onClick={() => onNarrow({ actor: actorId })}>{t('onlyActor')}</Narrow>}
        </Fact>
        <Fact label={t('time')}>
          <time className="tabular" dateTime={event.dateTime}>
            {times.exact(event.dateTime)}
          </time>
        </Fact>
        {event.ip && (
          <Fact label="IP">
            <span className="tabular">{event.ip}</span>
          </Fact>
        )}
        {event.targetId && (
          <Fact label={word(audit, 'target', event.targetType)}>
            {target}
            {targetId && <Narrow onClick={() => onNarrow({ target: targetId })}>{t('onlyTarget')}</Narrow>}
            <span className={`mono ${styles.id}`}>{event.targetId}</span>
          </Fact>
        )}
        {tenant && event.tenantId !== event.targetId && <Fact label={t('tenant')}>{tenant}</Fact>}
        <Fact label={t('number')}>
          <span className={`mono ${styles.id}`}>{event.id}</span>
        </Fact>
      </Facts>
      {changes.length > 0 && (
        <section className={styles.changed}>
          <h3>{t('changes')}</h3>
          <Changes changes={changes} />
        </section>
      )}
    </Dialog>
  )
}

const Narrow = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={`link ${styles.narrow}`} onClick={onClick}>
    {children}
  </button>
)
