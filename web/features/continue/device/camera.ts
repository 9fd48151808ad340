import { required } from '../../../../contract/required.ts'

/** An instance of BarcodeDetector, which browsers provide on Android, ChromeOS and macOS. */
interface Detector {
  detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector
      getSupportedFormats: () => Promise<string[]>
    }
  }
}

/** Whether QR codes can be scanned. This requires BarcodeDetector, a camera and a secure context. */
export async function canScan(): Promise<boolean> {
  const { BarcodeDetector } = window
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!BarcodeDetector || !devices) return false
  const [formats, all] = await Promise.all([
    BarcodeDetector.getSupportedFormats(),
    devices.enumerateDevices(),
  ])
  return formats.includes('qr_code') && all.some(({ kind }) => kind === 'videoinput')
}

/** Delay between two scans in milliseconds. */
const pause = 200

interface Watcher {
  /** Called repeatedly with the content of a QR code while it is visible. */
  onText: (text: string) => void
  /** Called if the camera is not available or becomes disconnected. */
  onFault: (fault: 'refused' | 'broken') => void
}

/**
 * Shows the camera image in `video` and scans it for QR codes until the signal aborts. Then turns the camera
 * off.
 */
export async function watch(
  video: HTMLVideoElement,
  signal: AbortSignal,
  { onText, onFault }: Watcher,
): Promise<void> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    const tracks = stream.getTracks()
    const stop = () => {
      for (const track of tracks) track.stop()
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    // This event means that the camera was disconnected. It does not fire when stop() is called.
    for (const track of tracks) track.addEventListener('ended', () => onFault('broken'))
    video.srcObject = stream
    await video.play()
    const Detector = required(window.BarcodeDetector, 'BarcodeDetector')
    const detector = new Detector({ formats: ['qr_code'] })
    while (!signal.aborted) {
      // Detection fails until the first video frame has arrived.
      const found = await detector.detect(video).catch(() => [])
      for (const { rawValue } of found) if (!signal.aborted) onText(rawValue)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  } catch (error) {
    if (!signal.aborted) onFault((error as Error).name === 'NotAllowedError' ? 'refused' : 'broken')
  }
}
