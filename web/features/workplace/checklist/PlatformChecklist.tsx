import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { mayOpen, pathOf } from '../../../../contract/menu.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { ActivityPanel } from '../panels/ActivityPanel.tsx'
import boards from '../panels/Boards.module.css'
import styles from './Checklist.module.css'
import { Checklist } from './Checklist.tsx'
import type { Checklist as List, Step } from './checklist.ts'
import type { Shown } from './StepRow.tsx'
import { words } from './words.ts'

/** For each step, an example of the server's environment variables, and the document that explains them. */
const settings = {
  SMS: {
    line: "REEVE_SMS_URL='aliyun://KEY:SECRET@dysmsapi.aliyuncs.com/?sign=…&template.code=…'",
    place: 'docs/operations/sms-and-mail.md',
  },
  MAIL: {
    line: "REEVE_MAIL_URL='smtp://USER:PASSWORD@mail.example.com/?from=reeve@example.com'",
    place: 'docs/operations/sms-and-mail.md',
  },
  ADDRESS: {
    line: 'REEVE_PUBLIC_URL=https://reeve.example.com',
    place: 'docs/operations/proxies.md',
  },
} as const

/** Shows the setup steps of the platform in place of charts, which have no data yet. */
export function PlatformChecklist({ list, audit }: { list: List; audit: string | undefined }) {
  const t = useTexts(words)
  const session = useSession()
  function show({ name, setting }: Step, { isOpen, open }: { isOpen: boolean; open: () => void }): Shown {
    const named = name as keyof typeof settings | 'ADMINISTRATOR'
    const text = { title: t(`${named}.title`), done: t(`${named}.set`, { setting: setting ?? '' }) }
    const how = (
      <Button variant="default" onClick={open}>
        {t('how')}
      </Button>
    )
    if (named === 'ADMINISTRATOR')
      return {
        ...text,
        about: t('ADMINISTRATOR.about'),
        action: how,
        body: mayOpen(session, 'accountManagement') && (
          <Button renderRoot={(props) => <Link to={pathOf('accountManagement')} {...props} />}>
            {t('ADMINISTRATOR.action')}
          </Button>
        ),
      }
    const { line, place } = settings[named]
    return {
      ...text,
      ...(isOpen && { about: t(`${named}.about`) }),
      action: how,
      body: (
        <>
          <div className={styles.code}>
            <code>{line}</code>
            <CopyButton label={t('line')} text={line} />
          </div>
          <p className={styles.about}>
            {t('restart')} {t('docs', { place })}
          </p>
        </>
      ),
    }
  }
  return (
    <div className={boards.board} data-single={audit === undefined || undefined}>
      <div className={boards.column}>
        <Checklist tenantId={null} list={list} show={show} />
      </div>
      {audit && <ActivityPanel tenantId={null} to={audit} />}
    </div>
  )
}
