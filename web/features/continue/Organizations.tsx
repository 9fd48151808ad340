import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Check } from '../../ui/fields/Check.tsx'
import classes from './Continue.module.css'
import { Leave } from './Leave.tsx'
import type { StepProps } from './useContinuation.ts'
import { words } from './words.ts'

/** One click each; those that may not use the application stand last, with whom to ask. */
export function Organizations({ continuation, answer }: StepProps) {
  const t = useTexts(words)
  const [remember, setRemember] = useState(false)
  const { application, organizations = [] } = continuation
  return (
    <>
      <h1 className={classes.title}>{t('organization')}</h1>
      <p className={classes.context}>{t('organizationText', { name: application.name })}</p>
      <ul className={classes.rows}>
        {organizations.map(({ id, name, personal, usable }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.choice}
              disabled={!usable}
              onClick={() => answer({ step: 'organization', tenantId: id, remember })}
            >
              <IconBuilding size={20} stroke={1.6} aria-hidden="true" />
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
