import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { required } from '../../../../contract/required.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { watch } from './camera.ts'
import classes from './Device.module.css'
import { codeIn } from './deviceCode.ts'
import { words } from './words.ts'

interface ScanDialogProps extends DialogProps {
  onCode: (code: string) => void
}

/**
 * Scans the QR code of a device with the camera and fills in the code. The user still has to submit the form.
 */
export default function ScanDialog({ opened, onClose, onCode }: ScanDialogProps) {
  const t = useTexts(words)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('scanTitle')}>
      <Camera
        onCode={(code) => {
          onCode(code)
          onClose()
        }}
      />
    </Dialog>
  )
}

/** The camera is on while this component is mounted. */
function Camera({ onCode }: Pick<ScanDialogProps, 'onCode'>) {
  const t = useTexts(words)
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<'refused' | 'broken' | 'foreign'>()
  const onText = useEffectEvent((text: string) => {
    const code = codeIn(text, location.origin)
    if (code) onCode(code)
    else setProblem('foreign')
  })
  useEffect(() => {
    const control = new AbortController()
    void watch(required(video.current, 'video'), control.signal, {
      onText: (text) => onText(text),
      onFault: setProblem,
    })
    return () => control.abort()
  }, [])
  const off = problem === 'refused' || problem === 'broken'
  return (
    <>
      {!off && (
        <>
          <p className={classes.scanText}>{t('scanText')}</p>
          <video ref={video} className={classes.camera} muted playsInline aria-label={t('scanTitle')} />
        </>
      )}
      {problem && (
        <Notice tone="err" role="alert">
          {t(`scan.${problem}`)}
        </Notice>
      )}
    </>
  )
}
