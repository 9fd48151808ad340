import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Check } from '../../../ui/fields/Check.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { type Account, platformCodeOptions, useAccountsChanged } from '../accounts.ts'
import { saveAuthCodes } from '../mutations.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

/**
 * Shows and edits the platform permissions of the account. Pass the current permission codes as `key`, so
 * that the panel is remounted when someone else changes them.
 */
export function CodesPanel({ account }: { account: Account }) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { data, isError, refetch } = useQuery(platformCodeOptions(useLocale()))
  const held = account.authInfo.authCodes
  const [draft, setDraft] = useState<readonly string[]>(held)
  const may = account.viewerCan.grant
  const differing =
    draft.filter((code) => !held.includes(code)).length + held.filter((code) => !draft.includes(code)).length

  const save = useMutation({
    mutationFn: () => request(saveAuthCodes, { operatorId: account.id, codes: [...draft] }),
    onSuccess: () => toast('ok', t('codes.saved')),
    onError: (error) => toast('err', refusal(error).message),
    onSettled: () => changed([account.id]),
  })

  useUnsaved(differing > 0 && !save.isPending)

  const shown = may ? data : data?.filter(({ code }) => held.includes(code))
  return (
    <Panel title={t('codes.title')}>
      <div className={classes.codes}>
        {account.admin && <Notice>{t('codes.admin')}</Notice>}
        {!data && isError && (
          <p className={classes.second} role="alert">
            {t('codes.failed')} <RetryLink onRetry={refetch} />
          </p>
        )}
        {!data && !isError && [0, 1, 2].map((index) => <Bar key={index} width={160} />)}
        {shown?.map(({ code, label, description }) => (
          <Code
            key={code}
            label={label}
            description={description}
            checked={draft.includes(code)}
            {...(may && {
              onChange: (checked: boolean) =>
                setDraft((last) => (checked ? [...last, code] : last.filter((each) => each !== code))),
            })}
          />
        ))}
        {shown?.length === 0 && <p className={classes.second}>{t('codes.none')}</p>}
        {!may && <p className={classes.rule}>{t('codes.readOnly')}</p>}
        {differing > 0 && (
          <div className={classes.unsaved}>
            <span role="status">{t('codes.changed', { count: differing })}</span>
            <Button variant="default" onClick={() => setDraft(held)}>
              {t('codes.discard')}
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              {t('codes.save')}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

interface CodeProps {
  label: string
  description: string
  checked: boolean
  /** If omitted, the permission is shown without a checkbox. */
  onChange?: (checked: boolean) => void
}

function Code({ label, description, checked, onChange }: CodeProps) {
  const id = useId()
  return (
    <div className={classes.code}>
      {onChange && <Check id={id} checked={checked} onChange={onChange} aria-describedby={`${id}-about`} />}
      <div>
        {onChange ? <label htmlFor={id}>{label}</label> : <div>{label}</div>}
        <p id={`${id}-about`} className={classes.second}>
          {description}
        </p>
      </div>
    </div>
  )
}
