import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { IconCheck } from '#icons'
import { type Session, type SessionTenant, switchTenant } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { OpenedProps } from '../../ui/layout/Opener.tsx'
import styles from './TenantSwitch.module.css'
import { words } from './words.ts'

/** If the account has more organizations than this, the list has a search field. */
const searchedOver = 10

interface TenantMenuProps extends OpenedProps {
  session: Session
}

/**
 * Menu of the account's organizations, with the personal organization first. The menu is loaded by a click on
 * its button, so it opens on mount.
 */
export function TenantMenu({ session, button }: TenantMenuProps) {
  const t = useTexts(words)
  const [search, setSearch] = useState('')
  const searched = session.tenants.length > searchedOver
  const list = useId()
  const target = useRef<HTMLButtonElement>(null)
  const combobox = useCombobox({
    onDropdownOpen: () => {
      if (searched) combobox.focusSearchInput()
      else combobox.updateSelectedOptionIndex('active', { scrollIntoView: true })
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
  })
  const nameOf = (tenant: SessionTenant) => (tenant.personal ? t('personal') : tenant.name)
  const wanted = folded(search)
  const shown = session.tenants.filter((tenant) => folded(nameOf(tenant)).includes(wanted))

  // This button replaces the button that the user clicked, and takes the focus. When the list closes, the
  // focus returns to this button.
  const { openDropdown } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    target.current?.focus()
    openDropdown()
  }, [])

  // Selects the first match, so that Enter chooses this match.
  const { selectFirstOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each search
  useEffect(() => {
    if (search) selectFirstOption()
  }, [search])

  async function enter(id: string) {
    combobox.closeDropdown()
    if (id === session.tenantId) return
    const tenant = session.tenants.find((each) => each.id === id)
    if (!tenant || !(await mayLeave())) return
    // If the current page cannot be opened in that organization, the guard redirects to another page.
    switchTenant(id)
    toast('ok', t('switched', { name: nameOf(tenant) }), 'tenant')
  }

  return (
    <Combobox
      store={combobox}
      position="bottom-end"
      width={280}
      shadow="md"
      radius={8}
      onOptionSubmit={(id) => void enter(id)}
    >
      <Combobox.Target targetType="button">
        <button type="button" {...button} ref={target} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        {searched && (
          <Combobox.Search
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            role="combobox"
            aria-expanded
            aria-controls={list}
            placeholder={t('findOrganization')}
            aria-label={t('findOrganization')}
          />
        )}
        <Combobox.Options id={list} className={styles.list} aria-label={t('organizations')}>
          {shown.map((tenant) => (
            <Combobox.Option
              key={tenant.id}
              value={tenant.id}
              active={tenant.id === session.tenantId}
              className={styles.option}
            >
              <Initial
                name={nameOf(tenant)}
                size={20}
                own={tenant.id === session.tenantId}
                square
                person={tenant.personal}
              />
              <span className={styles.item}>{nameOf(tenant)}</span>
              {tenant.status === 'EXPIRED' && <span className={styles.state}>{t('expired')}</span>}
              {tenant.id === session.tenantId && (
                <IconCheck className={styles.check} size={16} stroke={1.6} aria-hidden />
              )}
            </Combobox.Option>
          ))}
          {shown.length === 0 && <Combobox.Empty>{t('noOrganization')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase()
