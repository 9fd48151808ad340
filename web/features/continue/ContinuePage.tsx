import { Button, Loader } from '@mantine/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { IconPlugConnectedX } from '#icons'
import { keepContinuation } from '../../lib/continuation.ts'
import { signOut } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useCommonWords } from '../../ui/commonWords.ts'
import { Mark } from '../../ui/display/Logo.tsx'
import { SignInPath } from '../../ui/display/SignInPath.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { Again } from './Again.tsx'
import { Allow } from './Allow.tsx'
import classes from './Continue.module.css'
import { Organizations } from './Organizations.tsx'
import { OtherAccount } from './OtherAccount.tsx'
import { type StepProps, useContinuation } from './useContinuation.ts'
import { words } from './words.ts'

/** /continue/UID: the steps of a sign-in to an application. */
export function ContinuePage() {
  const t = useTexts(words)
  const common = useCommonWords()
  const { uid } = useParams({ from: '/entry/agreed/continue/$uid' })
  const { stage, answer, load } = useContinuation(uid)

  switch (stage.name) {
    case 'loading':
      return <Loading />
    case 'waiting':
      return (
        <div className={classes.waiting} role="status" data-way>
          <Loader size={24} />
          {t('waiting')}
        </div>
      )
    case 'gone':
      return <Ended title={t('goneTitle')} text={t('goneText')} />
    case 'failed':
      return (
        <ErrorState
          headingLevel={1}
          title={stage.error.message}
          error={stage.error}
          actions={<Button onClick={() => void load()}>{common.retry}</Button>}
        />
      )
    default: {
      const { account, application, step, otherAccount } = stage.continuation
      if (!account) return null
      const props: StepProps = {
        continuation: { ...stage.continuation, account },
        answer: (given) => void answer(given),
        onOther: () => void signOut(load),
      }
      return (
        <div data-way>
          <SignInPath name={application.name} icon={application.icon} />
          {otherAccount ? (
            <OtherAccount {...props} />
          ) : account.passwordChangeRequired ? (
            <ChangeFirst />
          ) : account.factorRequired ? (
            <SetUpFirst back={`/continue/${uid}`} />
          ) : step === 'organization' ? (
            <Organizations {...props} />
          ) : step === 'consent' ? (
            <Allow {...props} />
          ) : (
            stage.credentials && <Again {...props} credentials={stage.credentials} />
          )}
        </div>
      )
    }
  }
}

export function ChangeFirst() {
  const t = useTexts(words)
  return (
    <>
      <h1 className={classes.title}>{t('changeFirst')}</h1>
      <p className={classes.context}>{t('changeFirstText')}</p>
      <Button fullWidth mt={16} renderRoot={(props) => <Link to="/accountInfo/index" {...props} />}>
        {t('toAccount')}
      </Button>
    </>
  )
}

/**
 * Asks the user to add a second factor on the account page. `back` is the path to which the user returns
 * afterwards.
 */
export function SetUpFirst({ back }: { back: string }) {
  const t = useTexts(words)
  return (
    <>
      <h1 className={classes.title}>{t('setUpFirst')}</h1>
      <p className={classes.context}>{t('setUpFirstText')}</p>
      <Button
        fullWidth
        mt={16}
        onClick={() => keepContinuation(back)}
        renderRoot={(props) => <Link to="/accountInfo/index" {...props} />}
      >
        {t('toSetUp')}
      </Button>
    </>
  )
}

const reasons = ['application', 'address', 'request'] as const

/**
 * /continue/error: shows why an application's request was refused. The page has no link to the application,
 * because the request cannot be trusted.
 */
export function ContinueErrorPage() {
  const t = useTexts(words)
  const { reason: given } = useSearch({ from: '/entry/continue/error' })
  const reason = reasons.find((each) => each === given)
  return reason ? (
    <Ended title={t(`${reason}Title`)} text={t(`${reason}Text`)} />
  ) : (
    <Ended title={t('goneTitle')} text={t('goneText')} />
  )
}

const Ended = ({ title, text }: { title: string; text: string }) => (
  <EmptyState headingLevel={1} icon={<IconPlugConnectedX size={26} stroke={1.6} />} title={title}>
    {text}
  </EmptyState>
)

/** Skeleton of a sign-in page: title, account and rows. */
const Loading = () => (
  <div className={classes.loading} data-way aria-busy="true">
    <Mark size={40} />
    <Bar width={240} height={24} />
    <Bar width={300} />
    <div className={classes.box}>
      <Bar width={140} />
    </div>
    <ul className={classes.rows}>
      {[180, 220, 160].map((width) => (
        <li key={width} className={classes.row}>
          <Bar width={40} height={40} />
          <Bar width={width} />
        </li>
      ))}
    </ul>
  </div>
)
