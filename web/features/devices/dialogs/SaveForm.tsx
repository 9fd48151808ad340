import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { startOfDay } from '../../../lib/time/days.ts'
import { DayField } from '../../../shared/list/DayField.tsx'
import { words as listWords } from '../../../shared/list/words.ts'
import { TenantPicker } from '../../../shared/pickers/TenantPicker.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { PhoneInput } from '../../../ui/fields/PhoneInput.tsx'
import type { DeviceDetail } from '../device.ts'
import { createCredential, saveDevice, useDevicesChanged } from '../mutations.ts'
import { detailOf } from '../paths.ts'
import { useKeepMade } from '../register/made.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'
import { changesOf, valuesOf } from './saveValues.ts'

interface Props extends DialogState {
  device: DeviceDetail | undefined
}

/**
 * Form with all editable fields of a device. Only changed fields are sent, so that the form does not
 * overwrite fields that other users change at the same time.
 */
export function SaveForm({ device, opened, onClose }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  const navigate = useNavigate()
  const keepMade = useKeepMade()
  /**
   * Creates a credential and opens the page of the new device. If the credential cannot be created, that page
   * offers to create one.
   */
  const introduce = async (id: string) => {
    await request(createCredential, { id }).then(
      (answer) => keepMade(answer.createDeviceCredential),
      () => undefined,
    )
    await navigate(detailOf(id, true))
  }
  // Values are read only when the form opens. Later changes by others would otherwise look like changes by
  // this user.
  const [initial] = useState(() => valuesOf(device))
  const fields = useFields({
    initial,
    check: useCheck(initial),
    submit: async (values) => {
      const name = values.name.trim()
      const { id } = (await request(saveDevice, changesOf(values, initial, device?.id))).saveDeviceByPalgo
      onClose()
      toast('ok', t(device ? 'save.saved' : 'save.created', { name }))
      if (!device) await introduce(id)
      await changed()
    },
    refusal,
  })
  const tenant = fields.field('tenantId', t('save.tenantRule'))

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(device ? 'save.editTitle' : 'save.createTitle')}
      fields={fields}
      submit={t(device ? 'save' : 'save.submit')}
    >
      <TextInput
        {...fields.field('name')}
        label={t('name')}
        withAsterisk
        autoComplete="off"
        maxLength={limits.name.max}
        data-autofocus
      />
      {!device && (
        <>
          <TextInput
            {...fields.field('id', t('save.idRule'))}
            label={t('id')}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
          />
          <TenantPicker
            name="tenantId"
            label={t('tenant')}
            value={tenant.value}
            onChange={(id) => tenant.onChange(id)}
            description={tenant.description}
            error={tenant.error}
          />
        </>
      )}
      <div className={classes.pair}>
        <TextInput {...fields.field('contactName')} label={t('contactName')} autoComplete="off" />
        <PhoneInput
          {...fields.field('contactMobilePhone', t('save.phoneRule'))}
          label={t('contactPhone')}
          autoComplete="off"
        />
        <TextInput {...fields.field('customerName')} label={t('customer')} autoComplete="off" />
        <TextInput {...fields.field('businessMan')} label={t('businessMan')} autoComplete="off" />
        <DayField {...fields.field('produceDate')} label={t('produced')} />
        <DayField {...fields.field('createDate')} label={t('createdDate')} />
      </div>
      <DayField {...fields.field('expiredDate', t('save.expiresRule'))} label={t('expires')} />
      <Textarea
        {...fields.field('specification')}
        label={t('specification')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.device.specification}
      />
    </FormDialog>
  )
}

type Values = ReturnType<typeof valuesOf>

/**
 * Returns the validation function of the form, which returns the error messages by field. An unchanged phone
 * number is not validated, because it can be masked.
 */
function useCheck(initial: Values) {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const checks = useChecks()
  return (values: Values) => {
    const day = (text: string) => (text && !startOfDay(text) ? list('dayWrong') : undefined)
    return {
      produceDate: day(values.produceDate),
      createDate: day(values.createDate),
      expiredDate: day(values.expiredDate),
      name: values.name.trim() ? checks.name(values.name) : t('save.nameEmpty'),
      contactName: checks.name(values.contactName),
      contactMobilePhone:
        values.contactMobilePhone && values.contactMobilePhone !== initial.contactMobilePhone
          ? checks.phone(values.contactMobilePhone)
          : undefined,
      businessMan: checks.name(values.businessMan),
      customerName: checks.name(values.customerName),
      specification: checks.text(values.specification, limits.device.specification),
    }
  }
}
