import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { maskPhone } from '../../../ui/fields/digits.ts'
import { Fact, Facts } from '../../../ui/layout/Facts.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { DeviceDetail } from '../device.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'
import { endedConnect } from './lastConnect.ts'

/** Shows the versions, product data, contact, last connection and dates of a device. */
export function DeviceFacts({ device }: { device: DeviceDetail }) {
  const t = useTexts(words)
  const times = useTimes()
  const { versionMap, contactName, contactMobilePhone } = device
  const lastConnect = endedConnect(device)
  const date = (instant: string | null) =>
    instant && <span title={times.exact(instant)}>{times.date(instant)}</span>
  const dateTime = (instant: string) => <span title={times.exact(instant)}>{times.dateTime(instant)}</span>
  return (
    <Panel title={t('facts.title')}>
      <Facts>
        {Object.entries(versionMap).map(([part, version]) => (
          <Fact key={part} label={part}>
            <span className="mono">{String(version)}</span>
          </Fact>
        ))}
        <Fact label={t('specification')}>{device.specification}</Fact>
        <Fact label={t('produced')}>{date(device.produceDate)}</Fact>
        <Fact label={t('customer')}>{device.customer?.name}</Fact>
        <Fact label={t('contact')}>
          {(contactName || contactMobilePhone) && (
            <span className={classes.pairs}>
              {contactName && <span>{contactName}</span>}
              {contactMobilePhone && <span className="tabular">{maskPhone(contactMobilePhone)}</span>}
            </span>
          )}
        </Fact>
        <Fact label={t('businessMan')}>{device.businessMan}</Fact>
        <Fact label={t('facts.last')}>
          {lastConnect && (
            <span className={classes.pairs}>
              {dateTime(lastConnect.connectDateTime)}
              <span className="tabular">{lastConnect.ip}</span>
              {lastConnect.address && <span>{lastConnect.address}</span>}
            </span>
          )}
        </Fact>
        <Fact label={t('created')}>{dateTime(device.createDateTime)}</Fact>
        <Fact label={t('modified')}>{dateTime(device.modifyDateTime)}</Fact>
      </Facts>
    </Panel>
  )
}
