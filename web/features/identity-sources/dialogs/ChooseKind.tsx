import { useNavigate } from '@tanstack/react-router'
import { identitySourceKinds } from '../../../../contract/identity-sources.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SourceTile } from '../../../shared/identity-sources/SourceIcon.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import classes from '../Sources.module.css'
import { words } from '../words.ts'

/** Asks for the kind of a new source, and opens its form. */
export default function ChooseKind({ opened, onClose }: DialogProps) {
  const t = useTexts(words)
  const navigate = useNavigate()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('chooseKind')} size={640}>
      <ul className={classes.cards}>
        {identitySourceKinds.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={classes.card}
              onClick={() => {
                onClose()
                void navigate({ to: '/all-management/sign-in-methods/new', search: { kind } })
              }}
            >
              <SourceTile source={{ kind }} large />
              {t(`kind.${kind}`)}
              <span className={classes.about}>{t(`kindText.${kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
