import { applicationKinds } from '../../contract/states.ts'
import { isId } from '../core/id.ts'
import { id, oneOf, optional, search } from '../core/input.ts'
import { pageOf } from '../core/lists/page-type.ts'
import { query } from '../core/operation.ts'
import { paging, readList } from '../core/page.ts'
import { may } from '../core/viewer.ts'
import { listApplications } from './store.ts'
import { Application, ApplicationKindType, loadApplication } from './types.ts'

query({
  name: 'queryApplication',
  description:
    'Returns applications of the platform, newest first. `q` matches name and client_id. Access: admin, application_management.',
  can: 'APPLICATION_MANAGE',
  input: { ...paging, q: optional(search()), kind: optional(oneOf(ApplicationKindType, applicationKinds)) },
  returns: pageOf(Application, 'ApplicationPage'),
  run: ({ context, input }) => readList(context, (query) => listApplications(query, input)),
})

query({
  name: 'getApplication',
  description:
    'Returns an application; null if it does not exist or the caller has no access. Access: same as queryApplication.',
  can: 'ACCOUNT_OWN',
  input: { id: id() },
  returns: Application,
  nullable: true,
  async run({ context, viewer, input }) {
    if (!isId(input.id) || !may(viewer, 'APPLICATION_MANAGE')) return null
    const application = await loadApplication(context, input.id.toLowerCase())
    return application?.tenant_id ? null : application
  },
})
