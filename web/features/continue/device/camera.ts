/** Reads QR codes: on Android, ChromeOS and macOS browsers have it, others do not. */
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

/** Whether a QR code can be scanned here: by a browser that reads them, and a camera, which no page on plain http has. */
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

/** ms between two looks */
const pause = 200

interface Watcher {
  /** What a QR code holds that is in sight; again and again while it is. */
  onText: (text: string) => void
  /** The camera is not to be had, or not any more. */
  onFault: (fault: 'refused' | 'broken') => void
}

/** Shows what the camera sees until the signal stops it, which puts the camera out. */
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
    // Taken out; a track that is stopped does not say so.
    for (const track of tracks) track.addEventListener('ended', () => onFault('broken'))
    video.srcObject = stream
    await video.play()
    const detector = new window.BarcodeDetector!({ formats: ['qr_code'] })
    while (!signal.aborted) {
      // Of a frame that is not there yet it cannot tell.
      const found = await detector.detect(video).catch(() => [])
      for (const { rawValue } of found) if (!signal.aborted) onText(rawValue)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  } catch (error) {
    if (!signal.aborted) onFault((error as Error).name === 'NotAllowedError' ? 'refused' : 'broken')
  }
}
