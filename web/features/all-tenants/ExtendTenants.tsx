import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRefusal } from '../../lib/codes.ts'
import { viewerTimeZone } from '../../lib/files.ts'
import { type ResultOf, request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { endOfDay, endsEarlier, hasPassed } from '../../lib/time/days.ts'
import { doWithEach } from '../../shared/list/bulk/actions.ts'
import { askInBatches } from '../../shared/list/bulk/batches.ts'
import { DayField } from '../../shared/list/DayField.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFields } from '../../ui/fields/form.ts'
import classes from './AllTenants.module.css'
import { extendByMonths, extendTenants, type TenantRow, useTenantsChanged } from './allTenants.ts'
import { Expiry } from './Expiry.tsx'
import { words } from './words.ts'

const extensions = ['12', '24', '36', 'date', 'none'] as const
type Extension = (typeof extensions)[number]
type Outcome = ResultOf<typeof extendTenants>['extendTenants'][number]

/**
 * Extends the expiry by months, sets it to the end of a day, or removes it. With `preview`, only returns what
 * would change. Returns null while no day is chosen.
 */
async function extend(
  ids: string[],
  { way, day }: { way: Extension; day: string },
  preview: boolean,
  signal?: AbortSignal,
): Promise<readonly Outcome[] | null> {
  if (way !== 'date' && way !== 'none') {
    const asked = { ids, months: Number(way), timeZone: viewerTimeZone(), preview }
    return (await request(extendByMonths, asked, signal)).extendTenants
  }
  const end = way === 'date' ? endOfDay(day) : undefined
  if (end === null) return null
  const expireAt = end?.toISOString() ?? null
  return (await request(extendTenants, { ids, expireAt, preview }, signal)).extendTenants
}

/** Sets the expiry of one or several organizations, after showing a preview. */
export default function ExtendTenants({
  rows,
  ids = rows.map(({ id }) => id),
  done,
  opened,
  onClose,
}: DialogProps<readonly TenantRow[]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantsChanged()
  const fields = useFields({
    initial: { way: '12' as Extension, day: '' },
    check: ({ way, day }) => ({
      day:
        way !== 'date'
          ? undefined
          : !endOfDay(day)
            ? t('extend.dayEmpty')
            : hasPassed(day)
              ? t('form.expirePast')
              : undefined,
    }),
    submit: async (values) => {
      await doWithEach({
        list: 'tenants',
        ids,
        send: async (batch) =>
          ((await extend(batch, values, false)) ?? []).map(({ tenant: { id, name }, result }) => ({
            id,
            name,
            changed: result === 'CHANGED',
            failed: result === 'CONFLICT' ? t('extend.result.CONFLICT') : undefined,
          })),
        done: (count) => (count ? t('extend.done', { count }) : t('extend.nothing')),
        changed,
      })
      onClose()
      done?.()
    },
    refusal: (error) => {
      const { fields: { expireAt, ...others } = {}, ...refused } = refusal(error)
      return { ...refused, fields: { ...others, ...(expireAt && { day: expireAt }) } }
    },
  })
  const { way, day } = fields.form.values
  const asked = way !== 'date' || (endOfDay(day) !== null && !hasPassed(day))
  const preview = useQuery({
    queryKey: ['tenants', 'extend', ids, way, day],
    queryFn: ({ signal }) =>
      askInBatches(ids, async (batch) => (await extend(batch, { way, day }, true, signal)) ?? []),
    enabled: opened && asked,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const outcomes = asked ? preview.data : null
  const short = outcomes?.filter(shortens).length ?? 0
  const count = outcomes?.filter(({ result }) => result === 'CHANGED').length ?? 0

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('extend.title', { count: ids.length })}
      fields={fields}
      submit={count ? t('extend.submit', { count }) : t('extend')}
      submitDisabled={outcomes != null && count === 0}
      danger={short > 0}
    >
      <fieldset className={classes.extensions}>
        <legend className={classes.legend}>{t('extend.how')}</legend>
        <Chip.Group value={way} onChange={(next) => fields.form.setFieldValue('way', next as Extension)}>
          {extensions.map((each) => (
            <Chip key={each} value={each} variant="outline">
              {t(`extend.${each}`)}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      {way === 'date' ? (
        <DayField {...fields.field('day', t('form.expireRule'))} label={t('extend.day')} withAsterisk />
      ) : (
        way !== 'none' && <p className={classes.hint}>{t('extend.from')}</p>
      )}
      {short > 0 && (
        <Notice tone="err" role="alert">
          {t('extend.shortens', { count: short })}
        </Notice>
      )}
      {preview.error ? (
        <Notice tone="err">
          {t('extend.failed')} <RetryLink onRetry={preview.refetch} />
        </Notice>
      ) : (
        outcomes && <Preview outcomes={outcomes} stale={preview.isPlaceholderData} />
      )}
    </FormDialog>
  )
}

/** Whether the new expiry is earlier than the organization's current one. */
const shortens = ({ tenant, expireAt, result }: Outcome): boolean =>
  result === 'CHANGED' && endsEarlier(expireAt, tenant.expireAt)

/** Maximum number of rows in the preview. */
const shownAtMost = 100

function Preview({ outcomes, stale }: { outcomes: readonly Outcome[]; stale: boolean }) {
  const t = useTexts(words)
  return (
    <section
      className={classes.preview}
      aria-label={t('extend.preview')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scrollable area
      tabIndex={0}
      data-stale={stale || undefined}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('extend.now')}</th>
            <th scope="col">{t('extend.then')}</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.slice(0, shownAtMost).map(({ tenant, expireAt, result }) => (
            <tr key={tenant.id}>
              <th scope="row">{tenant.name}</th>
              <td>
                <Expiry row={tenant} />
              </td>
              <td>
                {result === 'CHANGED' ? (
                  <Expiry row={{ status: 'FINISH', expireAt }} />
                ) : (
                  <span className={classes.plain}>{t(`extend.result.${result}`)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {outcomes.length > shownAtMost && (
        <p className={classes.hint}>{t('extend.first', { count: shownAtMost })}</p>
      )}
    </section>
  )
}
