import { graphql } from '../../lib/graphql.ts'

/** The device counts for which there are to-dos, each with the first of these devices. */
export const deviceTodos = graphql(`
  fragment DeviceTodos on DeviceFigures {
    expiring nextExpiring { name expiredDate }
    lostDay latestLost { name lastSeenDateTime }
    refused
  }
`)
