import { graphql } from '../../lib/graphql.ts'

/** Device counts that lead to to-dos, each with its first device. */
export const deviceTodos = graphql(`
  fragment DeviceTodos on DeviceFigures {
    expiring nextExpiring { name expiredDate }
    lostDay latestLost { name lastSeenDateTime }
    refused
  }
`)
