import '../../ui/theme/mantine-dialogs.ts'
import { Button, Modal } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { leaveWords } from '../../ui/dialogs/leaveWords.ts'
import { answerLeave, useLeaveAsked } from '../../ui/dialogs/unsaved.ts'
import { words } from '../layout/words.ts'
import classes from './LeaveQuestion.module.css'

/** Dialog that asks for confirmation before unsaved changes are lost. It appears above all other dialogs. */
export function LeaveQuestion() {
  const t = useTexts(words)
  const isAsking = useLeaveAsked()
  const changes = {
    title: t('leave.title'),
    text: t('leave.text'),
    leave: t('leave.leave'),
    stay: t('leave.stay'),
  }
  // The texts are retained until the closing animation ends.
  const [shown, setShown] = useState({ isAsking: false, words: changes })
  if (shown.isAsking !== isAsking)
    setShown({ isAsking, words: isAsking ? (leaveWords() ?? changes) : shown.words })
  const { words: message } = shown
  const stay = () => answerLeave(false)
  // Esc keeps the user on the page, wherever the focus is. A held Esc key is ignored, so that it cannot
  // answer the question by accident.
  useLayoutEffect(() => {
    if (!isAsking) return
    const onKey = ({ key, repeat }: KeyboardEvent) => {
      if (key === 'Escape' && !repeat) answerLeave(false)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [isAsking])
  return (
    <Modal
      opened={isAsking}
      onClose={stay}
      title={message.title}
      size={440}
      // A click outside does not close the dialog, because a double click could then answer the question by
      // accident. Esc is handled above.
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={300}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': message.stay }}
    >
      <p className={classes.text}>{message.text}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => answerLeave(true)}>
          {message.leave}
        </Button>
        <Button onClick={stay} data-autofocus>
          {message.stay}
        </Button>
      </div>
    </Modal>
  )
}
