import { queryOptions } from '@tanstack/react-query'
import { graphql, request } from '../lib/graphql.ts'

const topQuery = graphql(`
  query ListTopArea {
    listTopArea { id name }
  }
`)

const areaQuery = graphql(`
  query GetArea($id: ID!) {
    getArea(id: $id) { id name children { id name children { id name } } }
  }
`)

/** An administrative division with its parts, where it has any. */
export interface Area {
  id: string
  name: string
  children?: readonly Area[]
}

// They change once a year, with a release.
const forever = { staleTime: Number.POSITIVE_INFINITY }

export const topAreas = queryOptions({
  queryKey: ['areas'],
  queryFn: async ({ signal }): Promise<readonly Area[]> => (await request(topQuery, {}, signal)).listTopArea,
  ...forever,
})

/** One province with all its parts. */
export const areaWithParts = (id: string) =>
  queryOptions({
    queryKey: ['areas', id],
    queryFn: async ({ signal }): Promise<Area | null> => (await request(areaQuery, { id }, signal)).getArea,
    ...forever,
  })
