import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { type ResultOf, request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useCommonWords } from '../../../ui/commonWords.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps, DialogState } from '../../../ui/dialogs/lazyDialogs.tsx'
import { ShownOnce } from '../../../ui/dialogs/ShownOnce.tsx'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { useCopy } from '../../../ui/display/clipboard.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { DeviceRow } from '../devices.ts'
import { createCredential, useDevicesChanged } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Dialogs.module.css'

type Credential = ResultOf<typeof createCredential>['createDeviceCredential']

interface Props extends DialogProps<[DeviceRow]> {
  /** Receives the created credential. If set, the dialog closes without showing the credential. */
  onMade?: (credential: Credential) => void
}

/** Asks for confirmation, creates a credential and shows it once. */
export default function MakeCredential({ rows: [row], opened, onClose, onMade }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useDevicesChanged()
  const [made, setMade] = useState<Credential>()
  if (made) return <Made credential={made} opened={opened} onClose={onClose} />
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('credential.title')}
      question={t('credential.question', { name: row.name })}
      submit={t('credential.make')}
      refusal={refusal}
      run={async () => {
        const credential = (await request(createCredential, { id: row.id })).createDeviceCredential
        if (onMade) {
          onMade(credential)
          onClose()
        } else setMade(credential)
        await changed()
      }}
    >
      <Notice tone="warn">{t('credential.replaces')}</Notice>
    </Confirm>
  )
}

interface MadeProps extends DialogState {
  credential: Credential
}

function Made({ credential, opened, onClose }: MadeProps) {
  const t = useTexts(words)
  const copy = useCopy()
  const common = useCommonWords()
  const { username, password, gatewayUrl } = credential
  const gateway = gatewayUrl ? new URL(gatewayUrl) : null
  const rows = [
    ...(gateway
      ? [
          ['credential.host', gateway.hostname],
          ['credential.port', gateway.port || (gateway.protocol === 'mqtts:' ? '8883' : '1883')],
        ]
      : []),
    ['credential.clientId', username],
    ['credential.password', password],
  ] as ['credential.host' | 'credential.port' | 'credential.clientId' | 'credential.password', string][]
  const topics = [
    ['versions', 'credential.topicVersions'],
    ['info', 'credential.topicInfo'],
    ['status', 'credential.topicStatus'],
  ] as const
  const all = JSON.stringify({ url: gatewayUrl, clientId: username, username, password }, null, 2)

  return (
    <ShownOnce
      opened={opened}
      onClose={onClose}
      title={t('credential.title')}
      submit={common.close}
      extraButton={
        <Button variant="default" onClick={() => void copy(all)} data-autofocus>
          {t('credential.copyAll')}
        </Button>
      }
    >
      <Notice tone="warn" role="status">
        {t('credential.once')}
      </Notice>
      {!gateway && <Notice tone="err">{t('credential.noGateway')}</Notice>}
      <dl className={classes.credential}>
        {rows.map(([key, value]) => (
          <div key={key} className={classes.credentialRow}>
            <dt>{t(key)}</dt>
            <dd>
              <span className="mono">{value}</span>
              <CopyButton label={t('credential.copyOf', { name: t(key) })} text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <div className={classes.second}>{t('credential.topics')}</div>
        <dl className={classes.topics}>
          {topics.map(([topic, meaning]) => (
            <div key={topic}>
              <dt className="mono">{`devices/${username}/${topic}`}</dt>
              <dd>{t(meaning)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </ShownOnce>
  )
}
