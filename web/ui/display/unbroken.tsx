import type { ReactNode } from 'react'

/** Matches a month, or a day with or without its year and time, but not inside an id. */
const dates = /((?<![\w-])(?:(?:\d{4}-)?\d\d-\d\d(?: \d\d:\d\d)?|\d{4}-\d\d)(?![\w-]))/

/**
 * Returns a text in which line breaks within dates are prevented. Browsers would otherwise break dates at the
 * hyphens.
 */
export const unbroken = (text: string): ReactNode =>
  // The parts with an odd index are dates.
  text.split(dates).map((part, index) =>
    index % 2 ? (
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
