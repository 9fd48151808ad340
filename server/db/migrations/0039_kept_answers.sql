-- What calls that carry an Idempotency-Key have done, for a day. id: HMAC over the caller by the key. place: which change of
-- the call. result: what it gave, sealed together with the digest of the call, written in the transaction of the change.
-- answer: the whole answer to the call, sealed, with its first change. Both are opened by the key and the bearer alone.
-- standing: what the caller was when it was done, in the organizations that it was about; who has lost any of that since is
-- not given the answer.
create table kept_answer (
  id bytea not null,
  place smallint not null,
  result bytea not null,
  answer bytea,
  tenant_ids uuid[] not null,
  standing text[] not null,
  created_at timestamptz not null default now(),
  primary key (id, place)
);
create index kept_answer_created on kept_answer (created_at);

-- What an account is and holds, on the platform and in these organizations.
create function standing_of(account_id uuid, tenant_ids uuid[]) returns text[] language sql stable as $$
  select array(
    select 'admin' from account where id = $1 and admin
    union all
    select 'code ' || code from account, unnest(auth_codes) code where id = $1
    union all
    select 'owner ' || id from tenant where id = any($2) and owner_id = $1
    union all
    select what || tenant_id from member,
      unnest(array['member '] || case when manager then array['manager '] end
        || array(select 'code ' || code || ' ' from unnest(auth_codes) code)
        || array(select 'role ' || role || ' ' from unnest(roles) role)) what
    where tenant_id = any($2) and member.account_id = $1)
$$;

-- Whether a change of a call may begin: it is neither done nor being done on another connection. Holds the call, lock being
-- a number of its own, until the transaction ends. Each statement in here sees what was committed before it.
create function begin_kept_call(call bytea, nth integer, lock bigint) returns boolean language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(lock) then
    return false;
  end if;
  return not exists (select from kept_answer
    where id = call and place = nth and created_at > now() - interval '1 day');
end $$;
