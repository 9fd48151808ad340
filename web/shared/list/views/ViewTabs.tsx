import { Menu } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconChevronDown, IconPlus, IconUser, IconUsers } from '#icons'
import type { Display } from '../../../../contract/list-display.ts'
import { required } from '../../../../contract/required.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { number } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFitting } from '../useFitting.ts'
import type { ListState } from '../useListSearch.ts'
import { words as listWords } from '../words.ts'
import { useViewDialogs } from './dialogs.ts'
import { updateView } from './mutations.ts'
import { holds, type QuickView } from './quick.ts'
import { ViewMenu } from './ViewMenu.tsx'
import styles from './Views.module.css'
import { type SavedView, useViewsChanged } from './views.ts'
import { words } from './words.ts'

interface Tab {
  key: string
  label: ReactNode
  chosen: boolean
  open: () => void
}

interface ViewTabsProps {
  quick: readonly QuickView[] | undefined
  state: ListState
  /** The current display settings, and whether the column settings differ from the default. */
  display: Display
  arranged: boolean
}

/** Tabs in the toolbar of a list: predefined views with their counts, followed by saved views. */
export function ViewTabs({ quick, state, display, arranged }: ViewTabsProps) {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const row = useRef<HTMLDivElement>(null)
  const { open, dialog } = useViewDialogs()
  const { saved, filters } = state
  const none = Object.fromEntries(Object.keys(filters).map((name) => [name, '']))
  const all: QuickView = { key: 'all', label: list('all'), filters: none, sort: null }

  const quickTabs = (quick ?? [all]).map((each): Tab => {
    return {
      key: each.key,
      label: <QuickLabel view={each} />,
      chosen: !saved.view && holds(each, filters),
      open: () =>
        state.go({
          view: '',
          filters: { ...(saved.view ? none : filters), ...each.filters },
          sort: each.sort,
        }),
    }
  })
  const savedTabs = saved.all.map((view): Tab => {
    return {
      key: view.id,
      label: <SavedLabel view={view} />,
      chosen: view === saved.view,
      open: () => state.go({ view: view.id }),
    }
  })
  const tabs = [...quickTabs, ...savedTabs]
  const chosen = tabs.find((each) => each.chosen)?.key
  const over = useFitting(row, tabs.map(({ key }) => key).join(), {
    gap: 20,
    more: 88,
    chosen,
    scrolls: '(max-width: 47.9375rem)',
  })
  const counted = quick?.filter(({ count }) => count).length
  // On phones, scrolls the active tab into view. Counts that load later can move the tab out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is what they say
  useEffect(() => {
    if (chosen) bringInto(required(row.current, 'row'))
  }, [chosen, counted])

  const drawn = ({ key, label, chosen, open }: Tab) => (
    <button
      key={key}
      type="button"
      className={styles.view}
      data-tab={key}
      data-over={over.has(key) || undefined}
      aria-pressed={chosen}
      onClick={open}
    >
      {label}
    </button>
  )
  const { list: of, view } = saved
  const menu = of && view?.viewerCan.change && (
    <ViewMenu
      view={view}
      list={of}
      onRename={() => open('rename', [view], { list: of })}
      onDelete={() => open('delete', [view], { list: of, done: () => state.go({ view: '' }, true) })}
    />
  )
  return (
    <div className={styles.views} ref={row} data-single={tabs.length === 1 || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row that scrolls */}
      <div role="group" aria-label={t('views')} className={styles.row}>
        {quickTabs.map(drawn)}
        {savedTabs.length > 0 && <span className={styles.divider} data-fixed aria-hidden />}
        {savedTabs.map((each) => (
          <Fragment key={each.key}>
            {drawn(each)}
            {each.chosen && menu}
          </Fragment>
        ))}
      </div>
      {over.size > 0 && <MoreTabs tabs={tabs.filter(({ key }) => over.has(key))} />}
      {of && <Saving {...{ state, view, open, display, arranged }} list={of} />}
      {dialog}
    </div>
  )
}

function QuickLabel({ view: { label, count, tone } }: { view: QuickView }) {
  const numbered = count && (count.count > 0 || count.countExact)
  return (
    <>
      {label}
      {numbered && (
        <span className={styles.count} data-tone={count.count ? tone : undefined}>
          {number(count.count)}
          {!count.countExact && '+'}
        </span>
      )}
    </>
  )
}

function SavedLabel({ view: { name, tenantId } }: { view: SavedView }) {
  const t = useTexts(words)
  const Icon = tenantId ? IconUsers : IconUser
  return (
    <>
      <Icon size={14} stroke={1.6} aria-label={t(tenantId ? 'shared' : 'mine')} role="img" />
      <span className={styles.name}>{name}</span>
    </>
  )
}

function bringInto(row: HTMLElement): void {
  const tab = row.querySelector('[aria-pressed="true"]')?.getBoundingClientRect()
  const { left, right } = row.getBoundingClientRect()
  if (tab && (tab.left < left || tab.right > right)) row.scrollLeft += tab.left - left - 24
}

function MoreTabs({ tabs }: { tabs: readonly Tab[] }) {
  const t = useTexts(words)
  return (
    <Menu position="bottom-start" width={240} keepMounted={false}>
      <Menu.Target>
        <button type="button" className={styles.view}>
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
          {t('more', { count: tabs.length })}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {tabs.map(({ key, label, open }) => (
          <Menu.Item key={key} onClick={open}>
            <span className={styles.item}>{label}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface SavingProps extends Omit<ViewTabsProps, 'quick'> {
  open: ReturnType<typeof useViewDialogs>['open']
  list: NonNullable<ListState['saved']['list']>
  view: SavedView | undefined
}

/** Buttons after the tabs. They save changes to the open view, or save a new view. */
function Saving({ state, display, arranged, list, view, open }: SavingProps) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useViewsChanged(list)
  const [pending, setPending] = useState(false)
  const { saved } = state

  async function update({ id, name }: SavedView) {
    setPending(true)
    try {
      await request(updateView, { id, search: saved.search, display })
      await changed()
      state.go({ view: id }, true)
      toast('ok', t('updated', { name }))
    } catch (error) {
      toast('err', refusal(error).message)
    } finally {
      setPending(false)
    }
  }

  const onSaved = (id: string) => state.go({ view: id })
  const save = () => open('save', [], { list, search: saved.search, display, onSaved })
  const worth = view ? saved.changed : arranged || Object.keys(saved.search).length > 0
  return (
    <>
      {saved.failed && (
        <span className={styles.said} data-fixed role="status">
          {t('notLoaded')}
          <button type="button" className="link" onClick={saved.retry}>
            {t('retry')}
          </button>
        </span>
      )}
      {view && saved.changed && (
        <span className={styles.said} data-fixed>
          <span role="status">{t('changed')}</span>
          {view.viewerCan.change && (
            <button type="button" className="link" disabled={pending} onClick={() => void update(view)}>
              {t('update')}
            </button>
          )}
        </span>
      )}
      {worth && (
        <button type="button" className={styles.view} data-fixed onClick={save}>
          <IconPlus size={14} stroke={1.6} aria-hidden />
          {t(view ? 'saveAs' : 'save')}
        </button>
      )}
    </>
  )
}
