import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { type ResultOf, request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { doWithEach } from '../../../list/bulk/deeds.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import classes from '../Accounts.module.css'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { disableOperators, enableOperators } from '../mutations.ts'
import { words } from '../words.ts'

interface Props extends DialogProps<readonly AccountRow[]> {
  to: 'disable' | 'enable'
}

type Outcome = ResultOf<typeof disableOperators>['outcomes'][number]

const namedAtMost = 8

/** Asks before accounts are disabled or enabled, naming them; what was not changed is listed one by one. */
export default function EnableAccounts({ rows, ids, done, opened, onClose, to }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const [left, setLeft] = useState<{ outcomes: readonly Outcome[]; changed: number }>()
  const chosen = rows.filter(({ viewerCan }) => viewerCan[to])
  // Of those that nobody has seen the server decides.
  const passed = new Set(rows.filter(({ viewerCan }) => !viewerCan[to]).map(({ id }) => id))
  const given = ids?.filter((id) => !passed.has(id)) ?? chosen.map(({ id }) => id)
  const [first] = chosen
  const single = given.length === 1 ? first : undefined
  const count = given.length
  const closing = to === 'enable' ? chosen.filter((row) => row.closing).length : 0
  // One account that is being closed is taken back, as the menu says; to the server that is the same action.
  const action = single && closing ? 'takeBack' : to
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async (): Promise<void> => {
      const document = to === 'disable' ? disableOperators : enableOperators
      if (count > limits.batch) {
        await doWithEach({
          list: 'accounts',
          ids: given,
          send: async (ids) =>
            (await request(document, { ids })).outcomes.map(({ operator, result, message }) => ({
              ...operator,
              changed: result === 'CHANGED',
              failed: result === 'CHANGED' ? undefined : (message ?? t(`switch.${result}`)),
            })),
          done: (count) => t(`${to}.doneMany`, { count }),
          changed,
        })
        onClose()
        done?.()
        return
      }
      const { outcomes } = await request(document, { ids: given })
      const unchanged = outcomes.filter(({ result }) => result !== 'CHANGED')
      done?.()
      if (unchanged.length > 0) setLeft({ outcomes: unchanged, changed: outcomes.length - unchanged.length })
      else {
        onClose()
        toast('ok', single ? t(`${action}.doneOne`, { name: single.name }) : t(`${to}.doneMany`, { count }))
      }
      await changed()
    },
    refusal,
  })

  if (left)
    return (
      <FormDialog
        opened={opened}
        onClose={onClose}
        title={t(`${action}.title`)}
        width={440}
        fields={{
          ...fields,
          pending: false,
          formProps: {
            onSubmit: (event: Event) => {
              event.preventDefault()
              onClose()
            },
          },
        }}
        submit={t('done')}
        final
      >
        <Notice tone="warn" role="alert" title={t('switch.left', { count: left.outcomes.length })}>
          {left.changed > 0 && t('switch.leftText', { count: left.changed })}
        </Notice>
        <ul className={classes.outcomes}>
          {left.outcomes.map(({ operator, result, message }) => (
            <li key={operator.id}>
              <span className={classes.cut}>{operator.name}</span>
              <span className={classes.second}>
                {message ?? (result === 'CHANGED' ? '' : t(`switch.${result}`))}
              </span>
            </li>
          ))}
        </ul>
      </FormDialog>
    )

  const names = chosen
    .slice(0, namedAtMost)
    .map(({ name }) => name)
    .join(t('between'))
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(`${action}.title`)}
      width={440}
      fields={fields}
      submit={t(`${action}.submit`)}
      danger={to === 'disable'}
    >
      <p className={classes.question}>
        {single ? t(`${action}.one`, { name: single.name }) : t(`${to}.many`, { count })}
      </p>
      {!single && (
        <p className={classes.second}>
          {t(count > namedAtMost ? 'switch.namesMore' : 'switch.names', { names })}
        </p>
      )}
      {!single && closing > 0 && <p className={classes.second}>{t('takeBack.among', { count: closing })}</p>}
      {passed.size > 0 && <p className={classes.second}>{t('switch.passedOver', { count: passed.size })}</p>}
    </FormDialog>
  )
}
