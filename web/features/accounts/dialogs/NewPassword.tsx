import type { DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { IconCopy } from '#icons'
import { limits } from '../../../../contract/limits.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words as libWords } from '../../../lib/words.ts'
import { ShownOnce } from '../../../ui/dialogs/ShownOnce.tsx'
import { useCopy } from '../../../ui/display/clipboard.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx'
import classes from '../Accounts.module.css'
import { words } from '../words.ts'
import { strengthOf } from './password.ts'

export type PasswordSource = 'generated' | 'typed'

interface NewPasswordProps {
  label: string
  source: PasswordSource
  onSource: (source: PasswordSource) => void
  /** The typed password. `field` returns the props of the password field, with `rule` as its hint. */
  value: string
  field: (rule: string) => Partial<ComponentProps<typeof PasswordInput>>
}

/** Form fields for another person's new password: generated, or typed with a strength hint. */
export function NewPassword({ label, source, onSource, value, field }: NewPasswordProps) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const id = useId()
  const strength = strengthOf(value)
  return (
    <div className={classes.password}>
      <div>
        <div id={id} className={classes.label}>
          {label}
        </div>
        <SegmentedControl
          aria-labelledby={id}
          value={source}
          onChange={(next) => onSource(next as PasswordSource)}
          data={[
            { value: 'generated', label: t('password.generated') },
            { value: 'typed', label: t('password.typed') },
          ]}
        />
      </div>
      {source === 'generated' ? (
        <p className={classes.rule}>{t('password.generatedRule')}</p>
      ) : (
        <PasswordInput
          {...field(
            [...value].length < limits.password.min
              ? common('passwordRule', limits.password)
              : t(`password.strength.${strength}`),
          )}
          label={t('password.label')}
          revealLabel={common('reveal')}
          withAsterisk
          autoComplete="new-password"
        />
      )}
    </div>
  )
}

interface HandOutProps extends DialogState {
  title: string
  /** Text that describes the completed action. */
  children: ReactNode
  password: string
}

/** Shows a generated password once, so that the administrator can give it to the user. */
export function HandOut({ opened, onClose, title, children, password }: HandOutProps) {
  const t = useTexts(words)
  const copy = useCopy()
  return (
    <ShownOnce opened={opened} onClose={onClose} title={title} width={440} submit={t('done')}>
      <p className={classes.question}>{children}</p>
      <div className={classes.once}>
        <code className={`mono ${classes.secret}`}>{password}</code>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />}
          onClick={() => void copy(password)}
          data-autofocus
        >
          {t('password.copy')}
        </Button>
      </div>
      <Notice tone="warn">{t('password.once')}</Notice>
    </ShownOnce>
  )
}
