import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Check } from '../../ui/fields/Check.tsx'
import { useFields } from '../../ui/fields/form.ts'
import classes from './SigningKeys.module.css'
import { rotateSigningKey, signingKeysOptions } from './signingKeys.ts'
import { words } from './words.ts'

/**
 * Creates a new signing key. If the user states that the current key has leaked, all earlier signatures
 * become invalid.
 */
export default function RotateSigningKey({ opened, onClose }: DialogProps) {
  const t = useTexts(words)
  const id = useId()
  const queries = useQueryClient()
  const fields = useFields({
    initial: { leaked: false },
    check: () => ({}),
    submit: async ({ leaked }) => {
      await request(rotateSigningKey, { leaked })
      onClose()
      toast('ok', t(leaked ? 'rotatedLeaked' : 'rotated'))
      // After a leak, the server also rejects the token of this session, so this request makes the console
      // ask the user to sign in.
      await queries.invalidateQueries(signingKeysOptions)
    },
    refusal: useRefusal(),
  })
  const { leaked } = fields.form.values
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('rotate')}
      width={440}
      fields={fields}
      submit={t('rotate')}
      danger={leaked}
    >
      <p className={classes.text}>
        {t('rotateText')} {!leaked && t('rotateStays')}
      </p>
      <div>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input */}
        <label className={classes.leaked}>
          <Check
            checked={leaked}
            aria-describedby={id}
            onChange={(checked) => fields.form.setFieldValue('leaked', checked)}
          />
          {t('leaked')}
        </label>
        <p id={id} className={classes.leakedText}>
          {t('leakedText')}
        </p>
      </div>
    </FormDialog>
  )
}
