import { required } from '../../../../contract/required.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { type Translate, useTexts } from '../../../lib/texts.ts'
import { doWithEach } from '../../../shared/list/bulk/actions.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import classes from '../Accounts.module.css'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { disableOperator, disableOperators, enableOperator, enableOperators } from '../mutations.ts'
import { words } from '../words.ts'

interface Props extends DialogProps<readonly AccountRow[]> {
  to: 'disable' | 'enable'
}

const namedAtMost = 8

/**
 * Undoes a disable action: enables the accounts again, except accounts that have changed since
 * `unchangedSince`. `single` is the account if there is only one. Returns the message to show.
 */
async function enableAgain(
  t: Translate<typeof words>,
  ids: string[],
  unchangedSince: string,
  single: AccountRow | undefined,
): Promise<string> {
  if (single) {
    await request(enableOperator, { id: single.id, unchangedSince })
    return t('disable.undoneOne', { name: single.name })
  }
  const { outcomes } = await request(enableOperators, { ids, unchangedSince })
  const [kept, ...others] = outcomes.filter(({ result }) => result !== 'CHANGED')
  if (!kept) return t('disable.undoneMany', { count: ids.length })
  const reason = kept.message ?? t('switch.FORBIDDEN')
  const left = others.length + 1
  if (left === outcomes.length) throw new Error(reason)
  return t('disable.undoneBut', { count: outcomes.length - left, left, reason })
}

/** Lists the accounts and asks for confirmation before they are disabled or enabled. */
export default function EnableAccounts({ rows, ids, done, opened, onClose, to }: Props) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const chosen = rows.filter(({ viewerCan }) => viewerCan[to])
  // Exclude loaded accounts for which the viewer cannot perform the action. The server checks all other
  // accounts.
  const passed = new Set(rows.filter(({ viewerCan }) => !viewerCan[to]).map(({ id }) => id))
  const given = ids?.filter((id) => !passed.has(id)) ?? chosen.map(({ id }) => id)
  const [first] = chosen
  const single = given.length === 1 ? first : undefined
  const count = given.length
  const closing = to === 'enable' ? chosen.filter((row) => row.closing).length : 0
  // Enabling an account whose closure is pending cancels the closure. This action has its own name in the
  // menu and in the dialog, but uses the same mutation.
  const action = single && closing ? 'takeBack' : to
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async (): Promise<void> => {
      // Undo excludes accounts that have changed since this time.
      let since: string | undefined
      await doWithEach({
        list: 'accounts',
        ids: given,
        send: async (ids) => {
          if (ids.length === 1) {
            const { operator } = await request(to === 'disable' ? disableOperator : enableOperator, {
              id: required(ids[0], 'item of ids'),
            })
            since = operator.modifyDateTime ?? undefined
            return [{ ...operator, changed: true }]
          }
          const { outcomes } = await request(to === 'disable' ? disableOperators : enableOperators, { ids })
          since = outcomes.find(({ result }) => result === 'CHANGED')?.modifyDateTime
          return outcomes.map(({ operator, result, message }) => ({
            ...operator,
            changed: result === 'CHANGED',
            failed: result === 'CHANGED' ? undefined : (message ?? t(`switch.${result}`)),
          }))
        },
        done: (count) =>
          single ? t(`${action}.doneOne`, { name: single.name }) : t(`${to}.doneMany`, { count }),
        undo:
          to === 'disable'
            ? (ids) => ({ undo: () => enableAgain(t, ids, required(since, 'since'), single) })
            : undefined,
        changed,
      })
      onClose()
      done?.()
    },
    refusal,
  })

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
