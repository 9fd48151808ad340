import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { useDrawn } from '../../ui/display/drawing.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Check } from '../../ui/fields/Check.tsx'
import { walkButtons } from '../../ui/fields/walk.ts'
import classes from './Continue.module.css'
import { Leave } from './Leave.tsx'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

/** One click each; those that may not use the application stand last, with whom to ask, one's own space before them. */
export function Organizations({ continuation, answer }: StepProps) {
  const t = useTexts(words)
  const [remember, setRemember] = useState(false)
  const { application, organizations: given = [] } = continuation
  const organizations = given.toSorted(
    (one, other) =>
      Number(other.usable) - Number(one.usable) || Number(one.personal) - Number(other.personal),
  )
  const [chosen, setChosen] = useState(organizations.find(({ usable }) => usable)?.id)
  const rows = useRef<HTMLUListElement>(null)
  useEffect(() => rows.current?.querySelector('button')?.focus(), [])
  useDrawn({
    application: application.name,
    organizations: organizations.filter(({ personal }) => !personal),
    chosen,
    line: t('wayLine', { name: application.name }),
    text: t('organizationAside'),
  })
  return (
    <>
      <h1 className={classes.title}>{t('organization')}</h1>
      <p className={classes.context}>{t('organizationText', { name: application.name })}</p>
      <ul ref={rows} className={classes.rows} aria-label={t('organization')} onKeyDown={walkButtons}>
        {organizations.map(({ id, name, personal, usable }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.choice}
              disabled={!usable}
              onFocus={() => setChosen(id)}
              onPointerEnter={() => setChosen(id)}
              onClick={() => answer({ step: 'organization', tenantId: id, remember })}
            >
              <Initial name={personal ? t('personal') : name} size={40} own={usable} square />
              <span>
                {personal ? t('personal') : name}
                {!usable && <small>{t('notUsable')}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.remember}>
        <Check id="remember" checked={remember} onChange={setRemember} />
        <label htmlFor="remember">{t('remember')}</label>
      </div>
      <Leave continuation={continuation} answer={answer} />
    </>
  )
}
