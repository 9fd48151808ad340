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
  // Moves the focus to the dialog as soon as the dialog is visible, wherever the focus was before.
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
      // If a click outside or Esc closed the dialog, a double click or a held Esc key could answer the
      // question by accident.
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
