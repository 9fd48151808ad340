-- Results of requests with an Idempotency-Key, stored for a day. `id` is an HMAC over the caller and the
-- idempotency key. `place` is the number of the mutation within the request. `result` contains the result of
-- the mutation and the digest of the request, and is written in the transaction of the mutation. `answer` is
-- the complete response and is stored with the first mutation. `result` and `answer` are encrypted with the
-- idempotency key and the access token. `standing` contains the caller's relations and permissions in the
-- affected organizations. A caller who has since lost any of them does not get the stored response.
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

-- Returns the relations and permissions of an account on the platform and in these organizations.
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

-- Returns whether a mutation of a request can run. It cannot run if it has already run or another connection
-- is running it. Locks the request (by the number `lock`) until the transaction ends. Each statement of the
-- function sees everything that was committed before the statement.
create function begin_kept_call(call bytea, nth integer, lock bigint) returns boolean language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(lock) then
    return false;
  end if;
  return not exists (select from kept_answer
    where id = call and place = nth and created_at > now() - interval '1 day');
end $$;
