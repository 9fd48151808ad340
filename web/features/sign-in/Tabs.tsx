import { type KeyboardEvent, type ReactNode, useId } from 'react'
import classes from './Tabs.module.css'

interface Props<Name extends string> {
  /** Labels of the tabs, by name. */
  tabs: Readonly<Record<Name, string>>
  chosen: Name
  onChoose: (name: Name) => void
  /** Content of the selected tab. */
  children: ReactNode
}

/** Tabs for the sign-in methods. Mantine's Tabs component would be larger than the rest of this page. */
export function Tabs<Name extends string>({ tabs, chosen, onChoose, children }: Props<Name>) {
  const id = useId()
  const names = Object.keys(tabs) as Name[]

  /** Moves between the tabs with the left and right arrow keys. The selection wraps around at both ends. */
  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step && names.at((names.indexOf(chosen) + step) % names.length)
    if (!next) return
    event.preventDefault()
    onChoose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <>
      <div role="tablist" className={classes.tabs} onKeyDown={walk}>
        {names.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div
        key={chosen}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${chosen}`}
        className={classes.panel}
      >
        {children}
      </div>
    </>
  )
}
