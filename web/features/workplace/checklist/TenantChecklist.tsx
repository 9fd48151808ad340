import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { mayOpen, pathOf } from '../../../../contract/menu.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import columns from '../../../ui/layout/Columns.module.css'
import { ActivityPanel } from '../panels/ActivityPanel.tsx'
import { Checklist } from './Checklist.tsx'
import type { Checklist as List, Step } from './checklist.ts'
import { InviteStep } from './InviteStep.tsx'
import { More } from './More.tsx'
import { OverviewPanel, overviewOptions } from './OverviewPanel.tsx'
import type { Shown } from './StepRow.tsx'
import { words } from './words.ts'

interface Props {
  tenantId: string
  list: List
  /** Path of the audit log, or undefined if the viewer cannot read it. */
  audit: string | undefined
}

/** Shows the setup steps of an organization, next to its overview and recent activity. */
export function TenantChecklist({ tenantId, list, audit }: Props) {
  const show = useSteps(tenantId, list)
  useFollowed(tenantId, list)
  return (
    <>
      <div className={columns.columns}>
        <div className={columns.column}>
          <Checklist tenantId={tenantId} list={list} show={show} />
        </div>
        <div className={columns.column}>
          <OverviewPanel tenantId={tenantId} />
          {audit && <ActivityPanel tenantId={tenantId} to={audit} />}
        </div>
      </div>
      <More />
    </>
  )
}

/** Refetches the overview of the organization when a step has been completed. */
function useFollowed(tenantId: string, { steps }: List) {
  const client = useQueryClient()
  const done = steps.filter((step) => step.done).length
  const before = useRef(done)
  useEffect(() => {
    if (before.current === done) return
    before.current = done
    void client.invalidateQueries({ queryKey: overviewOptions(tenantId).queryKey })
  }, [client, tenantId, done])
}

function useSteps(tenantId: string, { steps }: List) {
  const t = useTexts(words)
  const session = useSession()
  // Actions are offered only after the viewer's permissions have loaded.
  const can = useQuery(overviewOptions(tenantId)).data?.viewerCan
  const hasMember = steps.some(({ name, done }) => name === 'MEMBER' && done)
  return ({ name, deviceId }: Step, { isOpen }: { isOpen: boolean }): Shown => {
    const to = (path: string, label: string) => (
      <Button variant={isOpen ? 'filled' : 'default'} renderRoot={(props) => <Link to={path} {...props} />}>
        {label}
      </Button>
    )
    const both = (about: string, action?: Shown['action']): Shown => ({
      title: t(`${name as 'DEVICE'}.title`),
      about,
      action,
      body: action,
    })
    switch (name) {
      case 'MEMBER':
        return can?.invite === false
          ? { title: t('MEMBER.title'), about: t('MEMBER.cannot') }
          : {
              title: t('MEMBER.title'),
              done: t('MEMBER.done'),
              about: t('MEMBER.about'),
              body: can && <InviteStep tenantId={tenantId} />,
            }
      case 'PERMISSION':
        if (!hasMember)
          return both(
            t('PERMISSION.waits'),
            <Button variant="default" disabled>
              {t('PERMISSION.action')}
            </Button>,
          )
        return both(
          t('PERMISSION.about'),
          mayOpen(session, 'dataPermission') && to(pathOf('dataPermission'), t('PERMISSION.action')),
        )
      case 'DEVICE':
        if (deviceId && mayOpen(session, 'ownDevices'))
          return both(
            t('DEVICE.waits'),
            to(`${pathOf('ownDevices')}/${encodeURIComponent(deviceId)}`, t('DEVICE.view')),
          )
        if (mayOpen(session, 'deviceManagement'))
          return both(t('DEVICE.about'), to(pathOf('deviceManagement'), t('DEVICE.action')))
        return both(t('DEVICE.cannot'))
      default:
        return { title: t('CERTIFIED.title') }
    }
  }
}
