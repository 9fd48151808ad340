import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { IconPlus, IconTicket } from '#icons'
import { limits } from '../../../contract/limits.ts'
import { takesApplications } from '../../lib/config.ts'
import { type AuthTenant, useSession } from '../../lib/session/session.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useCertificationInUrl } from './certificationInUrl.ts'
import { useTenantDialogs } from './dialogs.ts'
import { PersonalCell, TenantCell } from './TenantCell.tsx'
import classes from './Tenants.module.css'
import { hasRoomToApply, openCertifications } from './tenants.ts'
import { words } from './words.ts'

/**
 * Number of organizations and requests shown at first. Most accounts have fewer, and the server returns at
 * most 100.
 */
const firstCells = 9

/**
 * Shows the account's personal space, organizations and organization requests, with buttons to join an
 * organization or request one.
 */
export function TenantsPanel() {
  const t = useTexts(words)
  const locale = useLocale()
  const { auth } = useSession()
  const isLast = ({ id }: AuthTenant) => Number(id === auth.lastTenantId)
  const [all, setAll] = useState(false)
  const { open, dialog } = useTenantDialogs()
  const full = useId()
  useCertificationInUrl(auth, open)

  // Pending and rejected requests are always listed, even when the list is truncated.
  const certifications = openCertifications(auth)
  const entered = auth.tenants
    .filter((each) => !certifications.includes(each))
    .toSorted((a, b) => isLast(b) - isLast(a) || a.name.localeCompare(b.name, locale))
  const shown = all ? entered : entered.slice(0, firstCells - certifications.length)
  const room = hasRoomToApply(auth)

  return (
    <Panel
      title={t('title')}
      count={auth.tenants.length}
      padded={false}
      actions={
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconTicket size={16} stroke={1.6} aria-hidden />}
            onClick={() => open('join')}
          >
            {t('join')}
          </Button>
          {takesApplications() && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
              disabled={!room}
              aria-describedby={room ? undefined : full}
              onClick={() => open('apply')}
            >
              {t('apply')}
            </Button>
          )}
        </div>
      }
    >
      {!room && (
        <p id={full} className={classes.full}>
          {t('tooMany', { max: limits.pendingCertifications })}
        </p>
      )}
      <ul className={classes.cells}>
        {[...shown, ...certifications].map((tenant) => (
          <TenantCell key={tenant.id} tenant={tenant} open={open} />
        ))}
        <PersonalCell />
      </ul>
      {shown.length < entered.length && (
        <button type="button" className={`link ${classes.more}`} onClick={() => setAll(true)}>
          {t('showMore', { count: entered.length - shown.length })}
        </button>
      )}
      {auth.tenants.length === 0 && (
        <div className={classes.nothing}>
          <p>{t('onlyPersonal')}</p>
          <p className={classes.second}>
            {t(takesApplications() ? 'onlyPersonalHint' : 'onlyPersonalPrivate')}
          </p>
        </div>
      )}
      {dialog}
    </Panel>
  )
}
