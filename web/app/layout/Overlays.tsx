import { useEffect, useState } from 'react'
import { useDeviceDialogs } from '../../features/devices/dialogs/dialogs.ts'
import type { Session } from '../../lib/session/session.ts'
import { lazyPart } from '../../network.ts'
import { Opening } from '../../ui/dialogs/Opening.tsx'
import { openOverlay, useOverlay } from '../overlays.ts'

const SettingsDrawer = lazyPart(async () => (await import('../settings/SettingsDrawer.tsx')).SettingsDrawer)
const Palette = lazyPart(async () => (await import('../palette/Palette.tsx')).Palette)
const ShortcutsDialog = lazyPart(
  async () => (await import('../shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog,
)

/** Dialogs and drawers that cover the frame. Each is loaded when it first opens. */
export function Overlays({ session }: { session: Session }) {
  const opened = useOverlay()
  const [seen, setSeen] = useState<readonly string[]>([])
  if (opened && !seen.includes(opened)) setSeen([...seen, opened])
  const close = () => openOverlay(null)
  const devices = useDeviceDialogs()
  const { open } = devices

  useEffect(() => {
    if (opened !== 'registerDevice') return
    openOverlay(null)
    open('save')
  }, [opened, open])

  return (
    <Opening opened={opened !== null} onClose={close}>
      {seen.includes('settings') && <SettingsDrawer opened={opened === 'settings'} onClose={close} />}
      {seen.includes('palette') && (
        <Palette session={session} opened={opened === 'palette'} onClose={close} />
      )}
      {seen.includes('shortcuts') && <ShortcutsDialog opened={opened === 'shortcuts'} onClose={close} />}
      {devices.dialog}
    </Opening>
  )
}
