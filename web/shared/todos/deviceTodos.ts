import { graphql } from '../../lib/graphql.ts'

/**
 * Device counts that become to-dos, with the device that expires next and the device that went offline last.
 */
export const deviceTodos = graphql(`
  fragment DeviceTodos on DeviceFigures {
    expiring nextExpiring { name expiredDate }
    lostDay latestLost { name lastSeenDateTime }
    refused
  }
`)
