import { graphql } from '../../lib/graphql.ts'

/** The device counts from which to-dos are derived, each with the first of the counted devices. */
export const deviceTodos = graphql(`
  fragment DeviceTodos on DeviceFigures {
    expiring nextExpiring { name expiredDate }
    lostDay latestLost { name lastSeenDateTime }
    refused
  }
`)
