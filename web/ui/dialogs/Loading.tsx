import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { reloadDocument, useOffline } from '../../network.ts'
import { useCommonWords } from '../commonWords.ts'
import classes from './Loading.module.css'

interface Props {
  load: () => Promise<void>
  onClose: () => void
}

/**
 * Shown while the code of a dialog is loading. While offline, shows that there is no network, and loads the
 * code once the network returns.
 */
export function Loading({ load, onClose }: Props) {
  const common = useCommonWords()
  const offline = useOffline()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    // The import is not started while offline, because a browser does not retry a failed import() within the
    // same document.
    if (!offline) load().catch(() => setFailed(true))
  }, [offline, load])

  if (!offline && !failed) return null
  return (
    // This is a native dialog, because it must not depend on code that has to be loaded first.
    <dialog
      ref={(element) => {
        if (element && !element.open) element.showModal()
      }}
      className={classes.dialog}
      aria-labelledby="not-loaded"
      onClose={onClose}
    >
      <h2 id="not-loaded">{common.notLoaded}</h2>
      <p role="alert">{offline ? common.notLoadedOffline : common.notLoadedText}</p>
      <div>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        {!offline && <Button onClick={() => void reloadDocument()}>{common.retry}</Button>}
      </div>
    </dialog>
  )
}
