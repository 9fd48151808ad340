import { queryOptions } from '@tanstack/react-query'
import { graphql, request } from '../../lib/graphql.ts'

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

/**
 * An administrative division. `children` are its parts. Missing if it has no parts, or if they have not been
 * loaded.
 */
export interface Area {
  id: string
  name: string
  children?: readonly Area[]
}

// Areas change only with a new release, about once a year, so loaded areas are never refetched.
const forever = { staleTime: Number.POSITIVE_INFINITY }

export const topAreas = queryOptions({
  queryKey: ['areas'],
  queryFn: async ({ signal }): Promise<readonly Area[]> => (await request(topQuery, {}, signal)).listTopArea,
  ...forever,
})

/** Query options for one province with all its parts. */
export const areaWithParts = (id: string) =>
  queryOptions({
    queryKey: ['areas', id],
    queryFn: async ({ signal }): Promise<Area | null> => (await request(areaQuery, { id }, signal)).getArea,
    ...forever,
  })

const searchQuery = graphql(`
  query SearchArea($q: String!) {
    searchArea(q: $q) { id name children { id name children { id name } } }
  }
`)

/**
 * Query options for a search of areas by name. Each result contains the area and its parents, with the
 * parents first.
 */
export const areasFound = (q: string) =>
  queryOptions({
    queryKey: ['areas', 'found', q],
    queryFn: async ({ signal }): Promise<Area[][]> =>
      (await request(searchQuery, { q }, signal)).searchArea.map(chain),
    ...forever,
  })

const chain = (area: Area): Area[] => [area, ...(area.children ?? []).flatMap(chain)]
