import { useEffect, useState } from 'react'
import { useWaitWords } from '../../lib/codes.ts'
import { useTexts } from '../../lib/texts.ts'
import { useNow } from '../../lib/time/useNow.ts'
import { words } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** Shows how long the user must wait after too many attempts. `until` is in milliseconds since 1970. */
export function Locked({ until, onOver }: { until: number; onOver: () => void }) {
  const t = useTexts(words)
  const wait = useWaitWords()
  const left = Math.ceil((until - useNow(1_000)) / 1_000)
  const [first] = useState(left)
  const over = left <= 0
  useEffect(() => {
    if (over) onOver()
  }, [over, onOver])
  // With these roles, screen readers announce the message once and not every second.
  return (
    <Notice tone="err" role={left === first ? 'alert' : 'timer'}>
      {t('tooOften', { wait: wait(Math.max(left, 0)) })}
    </Notice>
  )
}
