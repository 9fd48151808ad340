import { graphql } from '../../lib/graphql.ts'

/** The counts of devices that to-dos are made of, each with the device that it begins with. */
export const deviceTodos = graphql(`
  fragment DeviceTodos on DeviceFigures {
    expiring nextExpiring { name expiredDate }
    lostDay latestLost { name lastSeenDateTime }
    refused
  }
`)
