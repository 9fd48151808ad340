import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from './ProgressBar.module.css'
import { createProgress, type Progress, progressFigures } from './progress.ts'

/** Shown from the start of a navigation until the new page has rendered. */
export function ProgressBar() {
  const router = useRouter()
  const [progress, setProgress] = useState<Progress>(null)

  useEffect(() => {
    const bar = createProgress(setProgress)
    if (router.state.status === 'pending') bar.start()
    const stops = [
      router.subscribe('onBeforeNavigate', () => bar.start()),
      router.subscribe('onResolved', () => bar.done()),
    ]
    return () => {
      for (const stop of stops) stop()
      bar.done()
    }
  }, [router])

  if (progress === null) return null
  return (
    <div className={styles.bar} aria-hidden="true">
      <div
        className={styles.fill}
        style={{ transform: `scaleX(${progress})`, transitionDuration: `${progressFigures.speed}ms` }}
      />
    </div>
  )
}
