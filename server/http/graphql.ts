import { useDeferStream } from '@graphql-yoga/plugin-defer-stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  NoSchemaIntrospectionCustomRule,
  validate,
} from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import { type ErrorCode, errors, errorText, type Locale } from '../../contract/errors.ts'
import type { Context, Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import { isUnavailable } from '../db/constraints.ts'
import type { Database } from '../db/open.ts'
import { graphqlLimits, limitsRule } from './graphql-limits.ts'
import { bearer } from './menu.ts'

interface Options {
  schema: GraphQLSchema
  db: Database
  services: Services
  log: Logger
  production: boolean
  /** Who holds this access token; null where it is dead. */
  loadViewer(accessToken: string | undefined, request: RequestInfo): Promise<Viewer | null>
}

type ServerContext = Pick<Context, 'request' | 'viewer' | 'refreshToken'>

/** The handler of both GraphQL paths. */
export function createGraphql({ schema, db, services, log, production, loadViewer }: Options) {
  const yoga = createYoga<ServerContext, Context>({
    schema,
    logging: false,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    graphqlEndpoint: '/api/services/:service/actions/graphql',
    parserAndValidationCache: true,
    context: ({ request, viewer, refreshToken }) => ({
      db,
      services,
      request: request as unknown as RequestInfo,
      viewer,
      refreshToken,
      loaders: new Map(),
    }),
    maskedErrors: false,
    plugins: [guardDocuments(schema, production), useDeferStream() as Plugin],
  })
  return { yoga, loadViewer, log, bearer }
}
