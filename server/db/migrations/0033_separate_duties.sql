insert into auth_code (code, scope, position, label_zh, label_en, description_zh, description_en) values
  ('audit_view', 'PLATFORM', 5, '审计查看', 'Audit', '查看和导出全平台的操作记录', 'Read and export the activity log of the whole platform'),
  ('security_management', 'PLATFORM', 6, '安全管理', 'Security', '管理账号的登录会话与密码、签名密钥', 'Look after sessions, passwords and signing keys');
