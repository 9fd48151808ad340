import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import { Suspense, useState } from 'react'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import styles from './TenantSwitch.module.css'
import { words } from './words.ts'

const loadMenu = () => import('./TenantMenu.tsx')
const TenantMenu = lazyPart(async () => (await loadMenu()).TenantMenu)

/** The organization that this tab is in, and the way to another one. */
export function TenantSwitch({ session }: { session: Session }) {
  const t = useTexts(words)
  const [asked, setAsked] = useState(false)
  const current = session.tenants.find((each) => each.id === session.tenantId) ?? session.tenants[0]!
  const name = current.personal ? t('personal') : current.name

  const face = (
    <>
      <Initial name={name} size={20} own square />
      <span className={styles.name}>{name}</span>
    </>
  )
  if (session.tenants.length === 1) {
    return (
      <span className={styles.face} title={t('organization')}>
        {face}
      </span>
    )
  }

  const button = {
    type: 'button',
    className: styles.face,
    'data-button': '',
    title: t('organization'),
    'aria-haspopup': 'listbox',
    children: (
      <>
        {face}
        <IconSelector className={styles.chevron} size={14} stroke={1.6} aria-hidden />
      </>
    ),
  } as const
  // The list comes with the first wish for it.
  const closed = (
    <button
      {...button}
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setAsked(true)}
    />
  )
  if (!asked) return closed
  return (
    <Suspense fallback={closed}>
      <TenantMenu session={session} button={button} />
    </Suspense>
  )
}
