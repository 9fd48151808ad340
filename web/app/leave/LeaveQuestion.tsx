import '../../ui/theme/mantine-dialogs.ts'
import { Button, Modal } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { leaveWords } from '../../ui/dialogs/leaveWords.ts'
import { answerLeave, useLeaveAsked } from '../../ui/dialogs/unsaved.ts'
import { words } from '../layout/words.ts'
import classes from './LeaveQuestion.module.css'

/** Asks before unsaved changes are lost. Shown above any other dialog. */
export function LeaveQuestion() {
  const t = useTexts(words)
  const asked = useLeaveAsked()
  const changes = {
    title: t('leave.title'),
    text: t('leave.text'),
    leave: t('leave.leave'),
    stay: t('leave.stay'),
  }
  // Keeps its texts until the closing animation ends.
  const [shown, setShown] = useState({ asked: false, words: changes })
  if (shown.asked !== asked) setShown({ asked, words: asked ? (leaveWords() ?? changes) : shown.words })
  const { words: said } = shown
  const stay = () => answerLeave(false)
  // Takes the focus as soon as it is visible, wherever the focus was.
  useLayoutEffect(() => {
    if (!asked) return
    const onKey = ({ key, repeat }: KeyboardEvent) => {
      if (key === 'Escape' && !repeat) answerLeave(false)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [asked])
  return (
    <Modal
      opened={asked}
      onClose={stay}
      title={said.title}
      size={440}
      // A double click or a held Esc must not answer the question.
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={300}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': said.stay }}
    >
      <p className={classes.text}>{said.text}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => answerLeave(true)}>
          {said.leave}
        </Button>
        <Button onClick={stay} data-autofocus>
          {said.stay}
        </Button>
      </div>
    </Modal>
  )
}
