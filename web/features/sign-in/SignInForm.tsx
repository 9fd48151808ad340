import { Suspense, useEffect, useState } from 'react'
import { type FactorNeeded, linkAtSignIn } from '../../lib/session/sign-in.ts'
import { lazyPart } from '../../network.ts'
import { FirstForm } from './FirstForm.tsx'
import classes from './SignIn.module.css'
import { type BrokerState, useArrival } from './sources/arrival.ts'
import { useApplication } from './useApplication.ts'

// Most sign-ins do not need these components, so the components are loaded on demand.
const later = () => import('./later.ts')
const FactorForm = lazyPart(async () => (await later()).FactorForm)
const ApplicationPath = lazyPart(async () => (await later()).ApplicationPath)
const Returning = lazyPart(async () => (await import('./sources/sourceForms.ts')).Returning)

/**
 * Signs in with a password, a code or an identity of another provider, then asks for a second factor if the
 * account has one.
 */
export function SignInForm() {
  const [step, setStep] = useState<FactorNeeded>()
  const application = useApplication()
  const arrival = useArrival()
  const [broker, setBroker] = useState<BrokerState | undefined>(arrival && { arrival })
  // A later sign-in on another page must not link the identity.
  useEffect(() => () => linkAtSignIn(), [])

  /** Shows the sign-in form. A sign-in with the form links the identity of `linking`. */
  function showForm(next?: BrokerState) {
    linkAtSignIn(next?.linking?.ticket)
    setStep(undefined)
    setBroker(next)
  }

  const ticket = broker?.arrival?.ticket
  return (
    <>
      {application !== undefined && (
        <div className={classes.way} data-way>
          <Suspense>{application && <ApplicationPath {...application} />}</Suspense>
        </div>
      )}
      {step ? (
        <Suspense>
          <FactorForm key={step.token} step={step} onOver={() => showForm(broker?.linking && broker)} />
        </Suspense>
      ) : ticket ? (
        <Suspense>
          <Returning
            ticket={ticket}
            onFactor={setStep}
            onLink={(linking) => showForm({ arrival: undefined, linking })}
            onOver={(problem) => showForm(problem === undefined ? problem : { arrival: undefined, problem })}
          />
        </Suspense>
      ) : (
        <FirstForm
          application={application}
          arrived={arrival !== undefined}
          broker={broker}
          onCancel={() => showForm()}
          onFactor={setStep}
        />
      )}
    </>
  )
}
