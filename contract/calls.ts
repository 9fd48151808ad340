/** Error messages about the request itself, regardless of the operation. */
export const callMessages = {
  'idempotency.key': [
    '须为 1 至 255 个可见的 ASCII 字符，例如一个 UUID',
    'Must be 1 to 255 visible ASCII characters, for example a UUID',
  ],
  'idempotency.running': [
    '该请求正在处理，请稍后重试',
    'This request is still being processed. Retry shortly.',
  ],
  'idempotency.otherCall': [
    '该 Idempotency-Key 已用于另一请求，请换一个',
    'This Idempotency-Key was used for another request. Use a new one.',
  ],
  'idempotency.otherToken': [
    '该请求已经完成，其结果只能用当时的访问令牌读取，请刷新查看现状',
    'This request has already completed. Its response can be read only with the same access token. Query the current state instead.',
  ],
  'changed.since': [
    '数据已被他人更改，本次操作未生效',
    'Someone else has changed the data. Your action had no effect.',
  ],
  'graphql.params': [
    'query 须为字符串，variables 须为对象，operationName 须为字符串',
    'query must be a string, variables an object and operationName a string',
  ],
  'graphql.invalid': ['查询无效：{reason}', 'Invalid query: {reason}'],
  'graphql.tokens': ['查询过长，最多 {max} 个 token', 'The query is too long. The limit is {max} tokens.'],
  'graphql.introspection': [
    '内省查询嵌套过深，最多 {max} 层',
    'The introspection query is nested too deeply. The limit is {max} levels.',
  ],
  'graphql.depth': [
    '查询嵌套过深，最多 {max} 层',
    'The query is nested too deeply. The limit is {max} levels.',
  ],
  'graphql.fields': ['查询的字段过多，最多 {max} 个', 'The query has too many fields. The limit is {max}.'],
  'graphql.aliases': ['查询的别名过多，最多 {max} 个', 'The query has too many aliases. The limit is {max}.'],
  'graphql.repeats': [
    '查询中重复的字段过多，最多 {max} 个',
    'The query repeats the same fields too often. The limit is {max} times.',
  ],
  'graphql.directives': [
    '查询的指令过多，最多 {max} 个',
    'The query has too many directives. The limit is {max}.',
  ],
  'graphql.returns': [
    '查询中的列表再次回到同一类型，最多 {max} 次',
    'Nested lists lead back to the same type too often. The limit is {max} times.',
  ],
  'graphql.operation': [
    'operationName 须为查询中一个操作的名称',
    'operationName must be the name of an operation in the query',
  ],
  'graphql.get': ['GET 只能用于查询，请使用 POST', 'Only queries can be sent by GET. Use POST.'],
  'graphql.parts': [
    '此结果分多次返回，请发送 Accept: multipart/mixed',
    'This result is sent in parts. Send Accept: multipart/mixed.',
  ],
  'graphql.values': [
    '返回内容超过 {max} 项，请减小 pageSize 或减少 {list} 的字段',
    'The response would contain more than {max} values. Request a smaller pageSize or fewer fields of {list}.',
  ],
  'graphql.valuesDone': [
    '操作已完成，但返回内容超过 {max} 项，未能返回；其后的操作未执行。请减少 {list} 的字段后重新查询',
    'The operation was executed, but its response was omitted, because it would contain more than {max} values. Later operations were skipped. Query again with fewer fields of {list}.',
  ],
  'text.unstorable': [
    '文本须为有效的 UTF-8，且不得包含空字符或不成对的代理字符',
    'Text must be valid UTF-8 without NUL characters or lone surrogates',
  ],
  'json.invalid': ['请求不是有效的 JSON', 'The request is not valid JSON'],
  'json.number': [
    '数字超出双精度浮点数的范围，请写成文本',
    'A number is out of range for a double. Send it as a string.',
  ],
  'form.invalid': ['请求不是有效的表单', 'The request is not a valid form'],
} as const
