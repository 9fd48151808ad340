import { required } from '../../../../contract/required.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import type { ResultOf } from '../../../lib/graphql.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { words as libWords } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps, DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Initial } from '../../../ui/display/Initial.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { loginId as plainLoginId, shownPhone } from '../../../ui/fields/digits.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx'
import { PhoneInput } from '../../../ui/fields/PhoneInput.tsx'
import { typed } from '../../../ui/fields/typed.ts'
import classes from '../Members.module.css'
import { nameOf } from '../members.ts'
import { addMember, createMember, findOperator } from '../mutations.ts'
import { useTenant, useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

interface FormProps extends DialogState {
  /** The control that switches between an existing and a new account, if both are possible. */
  switcher: React.ReactNode
}

/**
 * Adds an existing account, which is found by its complete phone number or username. Viewers with permission
 * to create accounts can also create a new one.
 */
export default function AddMember({ opened, onClose }: DialogProps) {
  const t = useTexts(words)
  const [way, setWay] = useState<'existing' | 'new'>('existing')
  const switcher = useTenant()?.viewerCan.createMembers && (
    <SegmentedControl
      aria-label={t('add.how')}
      value={way}
      onChange={(value) => setWay(value as typeof way)}
      data={[
        { value: 'existing', label: t('add.existing') },
        { value: 'new', label: t('add.new') },
      ]}
    />
  )
  const Form = way === 'existing' ? AddExisting : CreateNew
  return <Form opened={opened} onClose={onClose} switcher={switcher} />
}

type FoundAccount = ResultOf<typeof findOperator>['queryOperator']['data'][number]

function AddExisting({ opened, onClose, switcher }: FormProps) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { tenantId } = useSession()
  const [found, setFound] = useState<FoundAccount>()
  const name = found && nameOf(found)

  const fields = useFields({
    initial: { loginId: '' },
    check: ({ loginId }) => ({ loginId: loginId ? undefined : t('add.loginIdEmpty') }),
    submit: async ({ loginId }): Promise<void> => {
      if (!found) {
        const { data } = (await request(findOperator, { loginId, tenantId })).queryOperator
        const [account] = data
        if (!account) return fields.show({ loginId: t('add.notFound') })
        if (account.member) return fields.show({ loginId: t('add.already', { name: nameOf(account) }) })
        if (!account.profile.enabled) return fields.show({ loginId: t('add.disabled') })
        return setFound(account)
      }
      await request(addMember, { tenantId, operatorId: found.id })
      onClose()
      toast('ok', t('add.done', { name: required(name, 'name') }))
      await changed()
    },
    refusal,
  })
  const field = fields.field('loginId', t('add.loginIdRule'))

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('add.title')}
      fields={fields}
      submit={found ? t('add.confirm') : t('add.find')}
    >
      {switcher}
      {found ? (
        <div className={classes.found} role="status">
          <Initial name={required(name, 'name')} size={40} />
          <div className={classes.foundText}>
            <div className={classes.foundName}>{name}</div>
            {found.profile.mobilePhone && (
              <div className={`tabular ${classes.second}`}>{shownPhone(found.profile.mobilePhone)}</div>
            )}
          </div>
          <button type="button" className="link" onClick={() => setFound(undefined)}>
            {t('add.other')}
          </button>
        </div>
      ) : (
        <TextInput
          {...field}
          {...typed(plainLoginId, field.onChange)}
          label={t('add.loginId')}
          withAsterisk
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}

function CreateNew({ opened, onClose, switcher }: FormProps) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { tenantId } = useSession()
  const fields = useFields({
    initial: { mobilePhone: '', nickName: '', password: '' },
    check: ({ mobilePhone, nickName, password }) => ({
      mobilePhone: checks.phone(mobilePhone),
      nickName: nickName.trim() ? checks.name(nickName) : t('add.nickEmpty'),
      password: checks.newPassword(password),
    }),
    submit: async (values) => {
      await request(createMember, { tenantId, ...values, nickName: values.nickName.trim() })
      onClose()
      toast('ok', t('add.done', { name: values.nickName.trim() }))
      await changed()
    },
    refusal,
  })

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('add.title')}
      fields={fields}
      submit={t('add.create')}
    >
      {switcher}
      <PhoneInput
        {...fields.field('mobilePhone')}
        label={t('add.phone')}
        withAsterisk
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...fields.field('nickName', t('add.nickRule'))}
        label={t('add.nick')}
        withAsterisk
        autoComplete="off"
      />
      <PasswordInput
        {...fields.field('password', t('add.passwordRule', limits.password))}
        label={t('add.password')}
        revealLabel={common('reveal')}
        withAsterisk
        autoComplete="new-password"
      />
    </FormDialog>
  )
}
