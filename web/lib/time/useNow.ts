import { useEffect, useState } from 'react'

/** The present instant in ms, a new one every so often. */
export function useNow(every = 15_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
