import { expect, test } from 'vitest'
import { adminTokens } from '../testing/app.ts'
import { postJson, startEdge } from '../testing/edge.ts'
import { useApp } from '../testing/use-app.ts'

const app = useApp()

const words = '提交内容格式有误，请检查后重试'

test('a GraphQL literal or variable with a character that PostgreSQL cannot store is rejected with the field name', async () => {
  const { access_token: token } = await adminTokens(app)
  const literal = await app.graphql(token, '{ queryOperator(loginId: "a\\u0000") { count } }')
  const variable = await app.graphql(
    token,
    'query q($loginId: String) { queryOperator(loginId: $loginId) { count } }',
    {
      loginId: 'a\ud800',
    },
  )
  const text = '文本须为有效的 UTF-8，且不得包含空字符或不成对的代理字符'
  for (const { body } of [literal, variable])
    expect(body.errors).toMatchObject([
      { message: text, extensions: { code: 'BAD_INPUT', fields: { loginId: text } } },
    ])
})

test.each([
  ['22P02', `select 'unreadable'::uuid`],
  ['22007', `select 'unreadable'::timestamptz`],
  ['22008', `select '2026-02-30'::date`],
  ['22003', 'select 2147483648::integer'],
  ['22P05', String.raw`select '"\u0000"'::jsonb ->> 0`],
])('a REST call causing the PostgreSQL error %s is rejected as invalid input', async (code, statement) => {
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
