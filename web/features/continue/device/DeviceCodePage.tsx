import { Button, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconDeviceTv, IconQrcode } from '#icons/page'
import { useRefusal } from '../../../lib/codes.ts'
import { devicePage } from '../../../lib/continuation.ts'
import { accessToken, hasTokens, renew } from '../../../lib/session/tokens.ts'
import { useTexts } from '../../../lib/texts.ts'
import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import { typed } from '../../../ui/fields/typed.ts'
import shared from '../Continue.module.css'
import { canScan } from './camera.ts'
import classes from './Device.module.css'
import { type DeviceRequest, groupDeviceCode, isWholeDeviceCode, readDevice } from './deviceCode.ts'
import { Request } from './Request.tsx'
import { words } from './words.ts'

const useDialogs = lazyDialogs({ scan: () => import('./ScanDialog.tsx') })

/**
 * /device: the user types the code that a device shows, or opens this page with the device's QR code. The
 * user must submit the code in both cases.
 */
export function DeviceCodePage() {
  const t = useTexts(words)
  const refusal = useRefusal()
  const navigate = useNavigate()
  const { user_code: given } = useSearch({ from: '/entry/agreed/device' })
  const [found, setFound] = useState<{ code: string; request: DeviceRequest }>()
  const [done, setDone] = useState<'allowed' | 'declined'>()
  const { open, dialog } = useDialogs()
  const [scans, setScans] = useState(false)
  useEffect(() => {
    canScan().then(setScans, () => setScans(false))
  }, [])

  const fields = useFields({
    initial: { code: groupDeviceCode(typeof given === 'string' ? given : '') },
    check: ({ code }) => ({ code: isWholeDeviceCode(code) ? undefined : t('incomplete') }),
    submit: async ({ code }) => {
      const request = await read(code)
      if (request?.account) setFound({ code, request })
      else if (request)
        await navigate({ to: '/login', search: { redirect: `${devicePage}?user_code=${code}` } })
      else fields.show({ code: t('unknown') })
    },
    refusal,
  })

  if (done)
    return (
      <EmptyState headingLevel={1} icon={<IconDeviceTv size={26} stroke={1.6} />} title={t(`${done}Title`)}>
        {t(`${done}Text`)}
      </EmptyState>
    )
  if (found)
    return (
      <Request
        {...found}
        onDone={setDone}
        onGone={() => {
          setFound(undefined)
          fields.show({ code: t('unknown') })
        }}
      />
    )
  const code = fields.field('code')
  return (
    <>
      <h1 className={shared.title}>{t('title')}</h1>
      <p className={shared.context}>{t('text')}</p>
      <form {...fields.formProps} className={shared.form} aria-label={t('title')}>
        <div className={classes.field}>
          <TextInput
            {...code}
            {...typed(groupDeviceCode, code.onChange)}
            label={t('code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            classNames={{ input: classes.code }}
            inputContainer={(input) => (
              <div className={classes.cells}>
                <span aria-hidden="true">
                  {cells.map((at) => (
                    <i key={at}>{at === 4 && '-'}</i>
                  ))}
                </span>
                {input}
              </div>
            )}
          />
          {scans && (
            <button
              type="button"
              className={`link ${classes.scan}`}
              onClick={() =>
                open('scan', [], { onCode: (found) => fields.form.setFieldValue('code', found) })
              }
            >
              <IconQrcode size={16} stroke={1.6} aria-hidden />
              {t('scan')}
            </button>
          )}
        </div>
        {fields.problem && (
          <Notice tone="err" role="alert">
            {fields.problem}
          </Notice>
        )}
        <Button type="submit" fullWidth loading={fields.pending}>
          {t('next')}
        </Button>
      </form>
      {dialog}
    </>
  )
}

/** Indexes of the characters of a code, including the hyphen. */
const cells = Array.from({ length: 9 }, (_, at) => at)

/**
 * Looks up the code. Older sessions and sessions opened by another window have no cookie yet, so the account
 * is missing in the response. In this case, refreshes the tokens, which sets the cookie, and tries again.
 */
async function read(code: string) {
  const found = await readDevice(code)
  if (!found || found.account || !hasTokens()) return found
  await renew(accessToken()).catch(() => undefined)
  return readDevice(code)
}
