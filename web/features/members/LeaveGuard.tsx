import '../../ui/mantine-dialogs.ts'
import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../lib/texts.ts'
import classes from './Grid.module.css'

/** Asks before a page with changes that are not saved is left; the browser asks before its window closes. */
export function LeaveGuard({ count }: { count: number }) {
  const t = useTexts('members')
  const { status, proceed, reset } = useBlocker({
    // Another page, other filters of this list do no harm.
    shouldBlockFn: ({ current, next }) => count > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => count > 0,
    withResolver: true,
  })
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('grid.leaveTitle')}
      size={440}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.question}>{t('grid.leaveText', { count })}</p>
      <div className={classes.deeds}>
        <Button variant="default" onClick={() => proceed?.()}>
          {t('grid.leave')}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {t('grid.stay')}
        </Button>
      </div>
    </Modal>
  )
}
