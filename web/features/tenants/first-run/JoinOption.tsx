import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { IconCircleCheck } from '#icons'
import { useRefusal } from '../../../lib/codes.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Initial } from '../../../ui/display/Initial.tsx'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { groupJoinCode, joinCodeLength, plainJoinCode } from '../../../ui/fields/joinCode.ts'
import { typed } from '../../../ui/fields/typed.ts'
import { type Invitation, invitationOptions, join } from '../tenants.ts'
import { useInvitation } from '../useInvitation.ts'
import { words as tenantWords } from '../words.ts'
import classes from './FirstRun.module.css'
import { JoinPicture } from './pictures.tsx'
import { StartOption } from './StartOption.tsx'
import { words } from './words.ts'

/**
 * Offers to join an organization with an invitation code. A complete code is looked up automatically. The
 * button is enabled only if the invitation is valid.
 */
export function JoinOption() {
  const t = useTexts(words)
  const tenant = useTexts(tenantWords)
  const refusal = useRefusal()
  const [text, setText] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const code = plainJoinCode(text)
  const whole = code.length === joinCodeLength
  const { data: found, error, isFetching } = useQuery({ ...invitationOptions(code), enabled: whole })
  const wrong = !whole
    ? undefined
    : found === null
      ? tenant('join.wrong')
      : (problem ?? (error && !isFetching ? refusal(error).message : undefined))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!found || pending) return
    setPending(true)
    try {
      const { name } = await join(code)
      toast('ok', tenant('join.done', { name }), 'tenant')
    } catch (refused) {
      const { message, fields } = refusal(refused)
      setProblem(fields?.code ?? message)
      setPending(false)
    }
  }

  return (
    <StartOption
      picture={<JoinPicture initial={found ? found.tenantName.slice(0, 1) : ''} />}
      title={t('join')}
      text={t('joinText')}
    >
      <form className={classes.join} onSubmit={(event) => void submit(event)}>
        <TextInput
          {...typed(groupJoinCode, (value) => {
            setText(value)
            setProblem(undefined)
          })}
          value={text}
          label={tenant('join.code')}
          description={wrong ? undefined : t('hint')}
          error={wrong}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rightSection={
            found && <IconCircleCheck size={20} stroke={1.6} aria-hidden className={classes.found} />
          }
          placeholder="ABCD-EFGH-JKLM-NPQR"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          classNames={{ input: classes.code }}
        />
        <div role="status" className={classes.answer}>
          {found && <Invited invitation={found} />}
          {whole && isFetching && !found && (
            <div className={classes.card} title={tenant('join.looking')}>
              <Bar width={40} height={40} />
              <Bar width={160} />
            </div>
          )}
        </div>
        <div className={classes.action}>
          <Button
            type="submit"
            size="md"
            variant={found ? 'filled' : 'default'}
            disabled={!found}
            loading={pending}
          >
            {tenant('join.submit')}
          </Button>
          {found && <Until invitation={found} />}
        </div>
      </form>
    </StartOption>
  )
}

function Invited({ invitation }: { invitation: Invitation }) {
  const { tenantName } = invitation
  const { gives } = useInvitation(invitation)
  return (
    <div className={classes.card}>
      <Initial name={tenantName} size={40} own square />
      <div className={classes.words}>
        <div className={classes.name}>{tenantName}</div>
        <div className={classes.second}>{gives}</div>
      </div>
    </div>
  )
}

const Until = ({ invitation }: { invitation: Invitation }) => (
  <span className={`tabular ${classes.second}`}>{useInvitation(invitation).until}</span>
)
