create table tenant (
  id uuid primary key,
  name text not null,
  status text not null check (status in ('PREPARE', 'REJECT', 'FINISH', 'EXPIRED')),
  personal boolean not null default false,
  owner_id uuid not null,
  reject text,
  expire_at timestamptz,
  upload_audit boolean not null default false,
  internal boolean not null default false,
  -- The selected areas as a tree of {id, name, level, category, children}.
  areas jsonb not null default '[]',
  address text,
  contact_name text,
  contact_mobile_phone text,
  contact_email text,
  reference text,
  creator_id uuid,
  created_at timestamptz not null default now(),
  modifier_id uuid,
  modified_at timestamptz not null default now(),
  -- The member and manager counts are updated in the transaction that changes the members, so that lists do
  -- not have to count members.
  operator_count integer not null default 1,
  manager_count integer not null default 0,
  device_count integer not null default 0
);
create index tenant_created on tenant (created_at desc, id desc) where not personal;
create index tenant_status on tenant (status, created_at desc, id desc) where not personal;
create index tenant_owner on tenant (owner_id);

-- Names of organizations after NFKC normalization and case folding. Personal organizations have no row.
create table tenant_claim (
  name text primary key,
  tenant_id uuid not null
);

-- Members of organizations that are not personal. The owner is a member, too.
create table tenant_operator (
  tenant_id uuid not null,
  operator_id uuid not null,
  manager boolean not null default false,
  display_name text,
  roles text[] not null default '{}',
  auth_codes text[] not null default '{}',
  joined_at timestamptz not null default now(),
  primary key (tenant_id, operator_id)
);
create index tenant_operator_operator on tenant_operator (operator_id, joined_at desc);
create index tenant_operator_joined on tenant_operator (tenant_id, joined_at desc, operator_id desc);

-- Permission codes that can be granted. They are stored in a table instead of being constants of the program.
create table auth_code (
  code text primary key,
  scope text not null check (scope in ('PLATFORM', 'TENANT')),
  position integer not null,
  label_zh text not null,
  label_en text not null,
  description_zh text not null,
  description_en text not null
);
insert into auth_code (code, scope, position, label_zh, label_en, description_zh, description_en) values
  ('organization_list', 'PLATFORM', 1, '组织管理', 'Organizations', '查看、创建、修改和删除全部组织', 'See, create, change and delete all organizations'),
  ('certification_audit', 'PLATFORM', 2, '认证审核', 'Certification', '通过或驳回组织的认证申请', 'Confirm or reject applications of organizations'),
  ('account_management', 'PLATFORM', 3, '账号与设备管理', 'Accounts and devices', '管理账号和全部设备', 'Manage accounts and all devices'),
  ('data_view', 'TENANT', 11, '查看数据', 'View data', '查看组织的数据', 'View the data of the organization'),
  ('data_upload', 'TENANT', 12, '上传数据', 'Upload data', '向组织上传数据', 'Upload data to the organization'),
  ('data_download', 'TENANT', 13, '下载数据', 'Download data', '下载组织的数据', 'Download the data of the organization'),
  ('data_label', 'TENANT', 14, '标注数据', 'Label data', '为数据添加和修改标注', 'Add and change labels of data'),
  ('data_audit', 'TENANT', 15, '审核数据', 'Audit data', '审核成员上传的数据', 'Audit what members have uploaded'),
  ('data_delete', 'TENANT', 16, '删除数据', 'Delete data', '删除组织的数据', 'Delete data of the organization');
