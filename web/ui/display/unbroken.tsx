import type { ReactNode } from 'react'

/** Matches a month, or a day with or without year and time. Does not match parts of ids. */
const dates = /((?<![\w-])(?:(?:\d{4}-)?\d\d-\d\d(?: \d\d:\d\d)?|\d{4}-\d\d)(?![\w-]))/

/** Returns a text whose dates do not wrap. Browsers would otherwise break them at the hyphens. */
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
