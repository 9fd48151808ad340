import type { ObjectRef } from '@pothos/core'
import { limits } from '../../../contract/limits.ts'
import { builder } from '../builder.ts'
import type { Page } from '../page.ts'

// biome-ignore lint/suspicious/noExplicitAny: a reference of any schema types, by its shape alone
type Ref<Shape> = ObjectRef<any, Shape>

/**
 * Declares the page type of a row type, such as `OperatorPage` for `Operator`. With `chosen`, clients can
 * fetch the ids of all rows, to change many rows at once.
 */
export const pageOf = <Row>(row: Ref<Row>, name: string, { chosen = false } = {}): Ref<Page<Row>> =>
  builder.objectRef<Page<Row>>(name).implement({
    fields: (t) => ({
      first: t.exposeInt('first'),
      pageSize: t.exposeInt('pageSize'),
      count: t.exposeInt('count'),
      countExact: t.exposeBoolean('countExact'),
      next: t.exposeString('next', { nullable: true }),
      data: t.field({ type: [row], resolve: (page) => page.data }),
      ...(chosen && {
        ids: t.field({
          type: ['ID'],
          nullable: true,
          description: `IDs of all rows that match the filter at this moment, in list order; null if there are more than ${limits.chosen}`,
          resolve: async (page, _arguments, { db, budget }, info) => {
            const ids = await page.ids(db.query)
            budget?.spend(ids?.length ?? 0, info)
            return ids
          },
        }),
      }),
    }),
  })
