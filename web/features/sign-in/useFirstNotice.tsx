import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { limits } from '../../../contract/limits.ts'
import { sessionEnds } from '../../../contract/states.ts'
import { stored } from '../../lib/storage.ts'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { words } from './words.ts'

/**
 * Returns a notice that explains why the user is on this page: the password was reset, the account is being
 * closed, or the session has ended.
 */
export function useFirstNotice(): ReactNode {
  const t = useTexts(words)
  const { state } = useLocation()
  const end = stored.use('session-end')
  const ended = sessionEnds.find((each) => each === end)
  if (state.passwordReset || state.accountClosing)
    return (
      <Notice tone="ok" role="status">
        {state.accountClosing ? t('accountClosing', { days: limits.closing }) : t('forget.done')}
      </Notice>
    )
  return (
    ended && (
      <Notice tone="warn" role="status">
        {t(`ended.${ended}`)}
      </Notice>
    )
  )
}
