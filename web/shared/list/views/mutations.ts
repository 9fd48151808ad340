import { graphql } from '../../../lib/graphql.ts'

export const createView = graphql(`
  mutation CreateSavedView($list: SavedViewList!, $name: String!, $search: JSON!, $display: JSON, $tenantId: ID) {
    createSavedView(list: $list, name: $name, search: $search, display: $display, tenantId: $tenantId) {
      id name search display tenantId viewerCan { change }
    }
  }
`)

export const updateView = graphql(`
  mutation UpdateSavedView($id: ID!, $name: String, $search: JSON, $display: JSON) {
    updateSavedView(id: $id, name: $name, search: $search, display: $display) { id }
  }
`)

export const shareView = graphql(`
  mutation ShareSavedView($id: ID!, $tenantId: ID) {
    shareSavedView(id: $id, tenantId: $tenantId) { id }
  }
`)

export const deleteView = graphql(`
  mutation DeleteSavedView($id: ID!) {
    deleteSavedView(id: $id)
  }
`)
