import '../../ui/theme/mantine-dialogs.ts'
import { Button, Modal } from '@mantine/core'
import { useTexts } from '../../lib/texts.ts'
import { answerLeave, useLeaveAsked } from '../../ui/dialogs/unsaved.ts'
import { words } from '../layout/words.ts'
import classes from './LeaveQuestion.module.css'

/** Asks before changes that are not saved are lost, over whatever is open. */
export function LeaveQuestion() {
  const t = useTexts(words)
  const stay = () => answerLeave(false)
  return (
    <Modal
      opened={useLeaveAsked()}
      onClose={stay}
      title={t('leave.title')}
      size={440}
      zIndex={300}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('leave.stay') }}
    >
      <p className={classes.text}>{t('leave.text')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => answerLeave(true)}>
          {t('leave.leave')}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t('leave.stay')}
        </Button>
      </div>
    </Modal>
  )
}
