import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { required } from '../../../../contract/required.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { useLeaveWords } from '../../../ui/dialogs/leaveWords.ts'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { DeviceDetail } from '../device.ts'
import type { OpenDialog } from '../dialogs/dialogs.ts'
import { downloadText } from '../download.ts'
import { createCredential, useDevicesChanged } from '../mutations.ts'
import { words as deviceWords } from '../words.ts'
import classes from './Connect.module.css'
import { type Credential, useKeepMade, useMade } from './made.ts'
import { Step } from './Step.tsx'
import { envFile, hostOf, isSecure, portOf } from './snippets.ts'
import { words } from './words.ts'

interface Props {
  device: DeviceDetail
  manage: boolean
  open: OpenDialog
  connected: boolean
}

/**
 * Shows the settings that the device needs, each with a Copy button. The password is included only if it has
 * just been created.
 */
export function CredentialStep({ device, manage, open, connected }: Props) {
  const t = useTexts(words)
  const times = useTimes()
  const changed = useDevicesChanged()
  const keepMade = useKeepMade()
  const credential = useMade(device.id)
  const make = useMutation({
    mutationFn: async () =>
      keepMade((await request(createCredential, { id: device.id })).createDeviceCredential),
    onSuccess: changed,
  })
  const made = device.credentialDateTime
  const revoked = device.offlineReason === 'CREDENTIAL_REVOKED'
  const again = () => open('makeCredential', [device], { onMade: keepMade })
  if (credential) return <Shown key={credential.password} {...{ device, credential, connected }} />
  return (
    <Step
      number={1}
      state={made || connected || !manage ? 'done' : 'present'}
      title={t(!manage ? 'save.others' : made ? 'save.earlier' : revoked ? 'save.revoked' : 'save.none')}
      action={
        made &&
        manage && (
          <button type="button" className="link" onClick={again}>
            {t('save.again')}
          </button>
        )
      }
    >
      <p className={classes.text}>
        {!manage
          ? t('save.othersText')
          : made
            ? t('save.earlierText', { time: times.moment(made) })
            : t('save.noneText')}
      </p>
      <Access device={device} />
      {manage && !made && (
        <Button className={classes.make} loading={make.isPending} onClick={() => make.mutate()}>
          {t('save.make')}
        </Button>
      )}
    </Step>
  )
}

interface ShownProps {
  device: DeviceDetail
  credential: Credential
  connected: boolean
}

function Shown({ device, credential, connected }: ShownProps) {
  const t = useTexts(words)
  const [copied, setCopied] = useState(false)
  // Whether the password could get lost: the user has not copied it from this page, and the device has not
  // connected with it.
  const only = !copied && !connected
  useUnsaved(only)
  const asks = {
    title: t('leave.title'),
    text: t('leave.text'),
    leave: t('leave.leave'),
    stay: t('leave.stay'),
  }
  useLeaveWords(only ? asks : null)
  const { username: id, password, gatewayUrl } = credential
  const save = () => {
    downloadText(`${id}.env`, envFile({ id, password, gateway: new URL(required(gatewayUrl, 'gatewayUrl')) }))
    setCopied(true)
  }
  return (
    <Step
      number={1}
      state="done"
      title={t('save.made')}
      action={
        gatewayUrl && (
          <button type="button" className="link" onClick={save}>
            {t('save.env')}
          </button>
        )
      }
    >
      <p className={classes.text}>{t('save.madeText')}</p>
      <Access device={device} password={password} onCopied={() => setCopied(true)} />
    </Step>
  )
}

interface AccessProps {
  device: DeviceDetail
  password?: string
  onCopied?: () => void
}

function Access({ device: { id, gatewayUrl }, password, onCopied }: AccessProps) {
  const t = useTexts(words)
  const devices = useTexts(deviceWords)
  const gateway = gatewayUrl === null ? null : new URL(gatewayUrl)
  const port = gateway ? portOf(gateway) : ''
  return (
    <>
      {!gateway && <Notice tone="err">{devices('credential.noGateway')}</Notice>}
      <dl className={classes.access}>
        {gateway && (
          <>
            <Value name={t('credential.host')} text={hostOf(gateway)} />
            <Value
              name={t('credential.port')}
              text={port}
              shown={isSecure(gateway) ? t('credential.tls', { port }) : port}
            />
          </>
        )}
        <Value name={t('credential.username')} text={id} />
        <Value name={t('credential.clientId')} text={id} />
        {password !== undefined && (
          <Value name={t('credential.password')} text={password} secret onCopied={onCopied} />
        )}
      </dl>
    </>
  )
}

interface ValueProps {
  name: string
  text: string
  shown?: string
  secret?: boolean
  onCopied?: (() => void) | undefined
}

function Value({ name, text, shown = text, secret, onCopied }: ValueProps) {
  const t = useTexts(deviceWords)
  return (
    <div className={classes.value} data-secret={secret || undefined}>
      <dt>{name}</dt>
      <dd>
        {/* Handles users who select and copy the text without the Copy button. */}
        <span className="mono" onCopy={onCopied}>
          {shown}
        </span>
        <CopyButton label={t('credential.copyOf', { name })} text={text} {...(onCopied && { onCopied })} />
      </dd>
    </div>
  )
}
