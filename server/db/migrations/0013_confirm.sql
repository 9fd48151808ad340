-- A code may prove who is there before what needs a fresh proof.
alter table verification_code drop constraint verification_code_purpose_check;
alter table verification_code add check (purpose in ('any', 'login', 'register', 'reset', 'bind', 'confirm'));
