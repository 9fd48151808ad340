import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconDeviceDesktopOff } from '#icons/page'
import { useTexts } from '../../../lib/texts.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { DeviceDetail } from '../device.ts'
import { listPath } from '../paths.ts'
import { words } from '../words.ts'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { useDevice } from './useDevice.ts'

interface Props {
  /** Whether `back` opens the list of all devices. If false, `back` opens the organization's list. */
  platform: boolean
  id: string
  children: (device: DeviceDetail, back: () => void) => ReactNode
}

/** Loads a device and keeps it up to date. If the device is not available, shows the reason. */
export function OneDevice({ platform, id, children }: Props) {
  const t = useTexts(words)
  const navigate = useNavigate()
  const query = useDevice(id)
  const { data, error, isFetching } = query
  const back = () => void navigate({ to: listPath(platform) })

  if (data) return children(data, back)
  if (data === null) {
    return (
      <Panel>
        <EmptyState
          headingLevel={1}
          icon={<IconDeviceDesktopOff size={26} stroke={1.6} />}
          title={t('detail.gone')}
          actions={
            <Button variant="default" onClick={back}>
              {t('detail.back')}
            </Button>
          }
        >
          {t('detail.goneText')}
        </EmptyState>
      </Panel>
    )
  }
  if (error && !isFetching) {
    return (
      <Panel>
        <LoadError headingLevel={1} title={t('detail.failed')} query={query} />
      </Panel>
    )
  }
  return <DetailSkeleton />
}
