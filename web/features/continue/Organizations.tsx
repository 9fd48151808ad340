import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { IconChevronRight } from '#icons'
import type { Organization } from '../../lib/continuation.ts'
import { useTexts } from '../../lib/texts.ts'
import { useDrawn } from '../../ui/display/drawing.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Check } from '../../ui/fields/Check.tsx'
import { walkButtons } from '../../ui/fields/walk.ts'
import { Account } from './Account.tsx'
import classes from './Continue.module.css'
import { Leave } from './Leave.tsx'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

/** A search field is shown if there are more organizations than this. */
const few = 6

/**
 * Returns a sort key. Organizations that can use the application come first. Within both groups, the most
 * recently used organization comes first and the personal space comes last.
 */
const sortKey = ({ usable, last, personal }: Organization) =>
  Number(!usable) * 4 + Number(!last) * 2 + Number(personal)

/**
 * Lets the user choose an organization. If an organization cannot use the application, names the owner to
 * contact.
 */
export function Organizations({ continuation, answer, onOther }: StepProps) {
  const t = useTexts(words)
  const [remember, setRemember] = useState(false)
  const [text, setText] = useState('')
  const { application, account } = continuation
  const organizations = (continuation.organizations ?? [])
    .map((each) => (each.personal ? { ...each, name: t('personal') } : each))
    .toSorted((one, other) => sortKey(one) - sortKey(other))
  const [chosen, setChosen] = useState(organizations[0]?.id)
  const typed = text.trim().toLowerCase()
  const found = organizations.filter(({ name }) => name.toLowerCase().includes(typed))
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => rows.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus(), [])
  useDrawn({
    application,
    organizations: organizations.filter(({ personal }) => !personal),
    chosen,
    line: t('wayLine', { name: application.name }),
    text: t('organizationAside'),
  })
  const about = ({ personal, usable, role, deviceCount, owner }: Organization) => {
    if (!usable) return personal ? t('notUsableSelf') : t('notUsable', { owner: owner ?? '' })
    return personal ? t('personalText') : t('about', { role: t(`role.${role}`), count: deviceCount })
  }
  return (
    <>
      <h1 className={classes.title}>{t('organization')}</h1>
      <p className={classes.context}>{t('organizationText', { name: application.name })}</p>
      <Account account={account} onOther={onOther} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the field and the rows */}
      <div ref={rows} onKeyDown={walkButtons}>
        {organizations.length > few && (
          <TextInput
            mt={16}
            type="search"
            aria-label={t('find')}
            placeholder={t('find')}
            maxLength={64}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <ul className={classes.rows} aria-label={t('organization')}>
          {found.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className={classes.choice}
                disabled={!each.usable}
                onFocus={() => setChosen(each.id)}
                onPointerEnter={() => each.usable && setChosen(each.id)}
                onClick={() => answer({ step: 'organization', tenantId: each.id, remember })}
              >
                <Initial name={each.name} size={40} own={each.usable} square person={each.personal} />
                <span className={classes.chosen}>
                  {each.name}
                  {each.last && each.usable && <em>{t('last')}</em>}
                  <small>{about(each)}</small>
                </span>
                {each.usable && <IconChevronRight size={16} stroke={1.6} aria-hidden />}
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={classes.row}>{t('foundNone', { text: text.trim() })}</li>}
        </ul>
      </div>
      <div className={classes.remember}>
        <Check id="remember" checked={remember} onChange={setRemember} />
        <label htmlFor="remember">{t('remember')}</label>
      </div>
      <Leave continuation={continuation} answer={answer} />
    </>
  )
}
