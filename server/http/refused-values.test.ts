import { expect, test } from 'vitest'
import { adminTokens } from '../testing/app.ts'
import { postJson, startEdge } from '../testing/edge.ts'
import { useApp } from '../testing/use-app.ts'

const app = useApp()

const words = '提交的内容中有无法识别的值，请检查后重试'

test('what the database cannot read is the fault of who sends it, and is logged without what was sent', async () => {
  const { access_token: token } = await adminTokens(app)
  const query = '{ queryOperator(loginId: "a\\u0000") { count } }'
  const seen = app.log.length
  const { status, body } = await app.graphql(token, query)
  expect(status).toBe(200)
  expect(body.errors).toMatchObject([{ message: words, extensions: { code: 'BAD_INPUT' } }])
  expect(app.log.slice(seen).filter((line) => line.includes('field failed'))).toHaveLength(1)
})

test.each([
  ['22P02', `select 'unreadable'::uuid`],
  ['22007', `select 'unreadable'::timestamptz`],
  ['22008', `select '2026-02-30'::date`],
  ['22003', 'select 2147483648::integer'],
  ['22P05', String.raw`select '"\u0000"'::jsonb ->> 0`],
])('so it is outside of GraphQL: %s', async (code, statement) => {
  await using edge = await startEdge(
    {},
    {
      accounts: {
        register: () => app.db.execute(statement) as never,
        requestCode: async () => ({ expiresIn: 0, resendAfter: 0 }),
        checkLoginId: async () => ({ available: true }),
        resetPassword: async () => {},
      },
    },
  )
  const answer = await postJson(`${edge.url}/Register`, {})
  expect(answer.json()).toMatchObject({
    ...{ type: 'about:blank', title: 'Bad Request', status: 400, code: 'BAD_INPUT', detail: words },
  })
  const [line] = edge.lines.filter((each) => each.includes('request failed'))
  expect(line).toContain(code)
  expect(line).not.toContain('unreadable')
})
