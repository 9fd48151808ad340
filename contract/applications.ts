/**
 * Error messages about applications (OAuth clients and service accounts), merged into `messages` of
 * errors.ts.
 */
export const applicationMessages = {
  'application.address': [
    '须为 https 地址，或本机的 http 地址（127.0.0.1、[::1]、localhost），不含通配符、账号和 #',
    'Must be an https URL, or http on localhost (127.0.0.1, [::1], localhost), without wildcards, credentials or fragment (#)',
  ],
  'application.page': [
    '须为 https 地址，例如 https://app.example.com/privacy',
    'Must be an https URL such as https://app.example.com/privacy',
  ],
  'application.iconType': ['只接受 JPEG、PNG、WebP 图片', 'Only JPEG, PNG and WebP images are accepted'],
  'application.iconSmall': [
    '图片过小，至少 {min} × {min} 像素',
    'The image is too small. It must have at least {min} × {min} pixels.',
  ],
  'application.groupsTemplate': [
    '最多 {lines} 行，仅可使用 {names}',
    'Enter at most {lines} lines, with only the placeholders {names}.',
  ],
  'application.signingAlg': ['签名算法须为 RS256 或 ES256', 'The signing algorithm must be RS256 or ES256.'],
  'application.iconGone': ['图标已失效，请重新上传', 'The uploaded icon has expired. Upload it again.'],
  'application.origin': [
    '须为来源，例如 https://app.example.com',
    'Must be an origin such as https://app.example.com',
  ],
  'application.scope': ['含有不允许的字符', 'Contains characters that are not allowed in a scope'],
  'application.jwks': [
    '须为 JSON Web Key Set，只含公钥（RSA、EC 或 OKP）',
    'Must be a JSON Web Key Set with only public keys (RSA, EC or OKP)',
  ],
  'application.weakKey': ['RSA 密钥至少需要 2048 位', 'An RSA key must have at least 2048 bits'],
  'application.privateKey': [
    '其中含有私钥，请只提供公钥',
    'Contains a private key. Provide only the public key.',
  ],
  'application.redirectNeeded': ['请至少填写一个回调地址', 'Enter at least one redirect URI'],
  'application.notOfKind': ['此类应用不使用该项', "This type of application doesn't use this setting"],
  'application.ownResource': ['不能使用平台自己的地址', "Can't be an address of this server"],
  'application.takenResource': ['该地址已属于另一个服务', 'Another service already has this resource'],
  'application.noSecret': ['此类应用没有密钥', 'This type of application has no secret'],
  'application.twoSecrets': [
    '已有两个有效密钥，请先吊销其中一个',
    'There are already two secrets. Revoke one first.',
  ],
  'application.secretInUse': [
    '该密钥 {minutes} 分钟前仍被使用，请先将程序切换到新密钥',
    'This secret was used {minutes} min ago. Switch your program to the new secret first.',
  ],
  'application.lastSecret': [
    '这是最后一个密钥，请先轮换，或停用应用',
    'This is the last secret. Create another secret first, or disable the application.',
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>
