import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { IconX } from '#icons'
import { limits } from '../../../../contract/limits.ts'
import { required } from '../../../../contract/required.ts'
import { ApiError } from '../../../lib/errors.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { lazyPart } from '../../../network.ts'
import { useCommonWords } from '../../../ui/commonWords.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Check } from '../../../ui/fields/Check.tsx'
import { words } from '../words.ts'
import { closeAction, useRunning } from './actions.ts'
import styles from './BulkBar.module.css'

const Failures = lazyPart(async () => (await import('./Failures.tsx')).Failures)

interface BulkBarProps {
  /** Number of selected rows, and whether all selected rows are on this page. */
  chosen: number
  onPage: boolean
  /** Selects or deselects all rows of the page. Used only on phones. */
  onWhole: ((chosen: boolean) => void) | undefined
  /**
   * Set if the user has selected all matching rows: when the user selected them, and how many rows matched
   * then.
   */
  all: { at: Date; count: number } | undefined
  /** Number of rows on this page, and total number of matching rows. */
  shown: number
  count: number
  countExact: boolean
  /** Chinese measure word used with the number of rows. */
  unit: string
  /**
   * Returns the ids of all matching rows, or null if there are too many. Missing if the list does not offer
   * to select all matching rows.
   */
  matching: (() => Promise<readonly string[] | null>) | undefined
  onAll: (ids: readonly string[]) => void
  onPageOnly: () => void
  clear: () => void
  children: ReactNode
}

/**
 * Selection bar with the number of selected rows and the bulk actions. It replaces the filter form, but the
 * filters stay active.
 */
export function BulkBar(props: BulkBarProps) {
  const t = useTexts(words)
  const times = useTimes()
  const [pending, setPending] = useState(false)
  const [refused, setRefused] = useState(false)
  const { chosen, onPage, onWhole, all, unit, matching } = props
  const more = !all && onPage && props.count > props.shown
  const tooMany = refused || !props.countExact || props.count > limits.chosen

  async function chooseAll() {
    setPending(true)
    try {
      const ids = await required(matching, 'matching')()
      if (ids) props.onAll(ids)
      else setRefused(true)
    } catch (error) {
      toast('err', error instanceof ApiError ? error.message : String(error))
    } finally {
      setPending(false)
    }
  }

  const params = { count: chosen, unit }
  return (
    <div className={styles.bulk}>
      {onWhole && (
        <Check
          aria-label={t('selectAll')}
          checked={onPage || Boolean(all)}
          mixed={chosen > 0 && !onPage && !all}
          disabled={!props.shown}
          onChange={onWhole}
        />
      )}
      <strong role="status">
        {t(
          onWhole
            ? 'chosenShort'
            : all && all.count === chosen
              ? 'chosenAll'
              : onPage
                ? 'chosenPage'
                : 'chosen',
          params,
        )}
      </strong>
      {(all || (more && matching)) && (
        <div className={styles.scope} data-scope>
          {all ? (
            <>
              <span className={styles.second}>{t('fixed', { time: times.time(all.at.toISOString()) })}</span>
              <button type="button" className="link" onClick={props.onPageOnly}>
                {t('pageOnly')}
              </button>
            </>
          ) : tooMany ? (
            <span className={styles.second}>{t('tooMany', { max: limits.chosen, unit })}</span>
          ) : (
            <Button variant="outline" loading={pending} onClick={() => void chooseAll()}>
              {t('chooseAll', { count: props.count, unit })}
            </Button>
          )}
        </div>
      )}
      {props.children}
      <button
        type="button"
        className={`link ${styles.deselect}`}
        aria-label={t('deselect')}
        onClick={props.clear}
      >
        {onWhole ? <IconX size={20} stroke={1.6} aria-hidden /> : t('deselect')}
      </button>
    </div>
  )
}

interface ActionBarProps {
  list: string
  unit: string
  /** Selects the rows for which the action failed, so that the user can retry the action. */
  onAgain: (ids: readonly string[]) => void
}

/**
 * Bar that shows the progress of a bulk action, or that the action failed for some rows. It replaces the
 * selection bar.
 */
export function ActionBar({ list, unit, onAgain }: ActionBarProps) {
  const t = useTexts(words)
  const common = useCommonWords()
  const [opened, setOpened] = useState<boolean>()
  const state = useRunning(list)
  if (!state) return null
  const { sent, total, end } = state
  return (
    <div className={styles.bulk}>
      <span role="status">
        {end
          ? t('ended', { said: end.message, count: end.failed.length, unit })
          : t('sending', { sent, total, unit })}
      </span>
      {end ? (
        <>
          <button type="button" className="link" onClick={() => setOpened(true)}>
            {t('show')}
          </button>
          <button
            type="button"
            className="link"
            onClick={() => {
              closeAction(list)
              onAgain(end.failed.map(({ id }) => id))
            }}
          >
            {t('again')}
          </button>
          <button type="button" className={`link ${styles.close}`} onClick={() => closeAction(list)}>
            {common.close}
          </button>
        </>
      ) : (
        <progress className={styles.progress} value={sent} max={total} aria-label={t('progress')} />
      )}
      {end && opened !== undefined && (
        <Suspense fallback={null}>
          <Failures failed={end.failed} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  )
}
