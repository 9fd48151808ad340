import { graphql } from '../../lib/graphql.ts'

/** Device counts that become to-dos, each with the first device. */
export const deviceTodos = graphql(`
  fragment DeviceTodos on DeviceFigures {
    expiring nextExpiring { name expiredDate }
    lostDay latestLost { name lastSeenDateTime }
    refused
  }
`)
