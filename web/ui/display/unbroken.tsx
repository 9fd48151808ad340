import type { ReactNode } from 'react'

/** A day, with or without its year, and the time behind it, or a month; no part of an id. */
const dates = /((?<![\w-])(?:(?:\d{4}-)?\d\d-\d\d(?: \d\d:\d\d)?|\d{4}-\d\d)(?![\w-]))/

/** A sentence whose dates stay in one line each: browsers break them at their hyphens. */
export const unbroken = (text: string): ReactNode =>
  // Every other part is a date.
  text.split(dates).map((part, index) =>
    index % 2 ? (
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
